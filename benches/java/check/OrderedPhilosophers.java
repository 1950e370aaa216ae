/** So many philosophers who take the lower-numbered fork first. */
public class OrderedPhilosophers {
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        Object[] forks = new Object[count];
        for (int i = 0; i < count; i++) {
            forks[i] = new Object();
        }
        Thread[] philosophers = new Thread[count];
        for (int i = 0; i < count; i++) {
            Object first = forks[Math.min(i, (i + 1) % count)];
            Object second = forks[Math.max(i, (i + 1) % count)];
            philosophers[i] = new Thread(() -> {
                synchronized (first) {
                    synchronized (second) {
                    }
                }
            });
            philosophers[i].start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
    }
}
