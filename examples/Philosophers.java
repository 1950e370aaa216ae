import java.util.concurrent.locks.ReentrantLock;

/**
 * Three philosophers who take the lower-numbered fork first, and so never wait for each other in a circle. {@code PhilosophersOrdered} is smaller.
 *
 * <p>Property: no deadlock.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class Philosophers {
    static final ReentrantLock[] forks = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};
    static volatile int meals;

    public static void main(String[] args) throws InterruptedException {
        Thread[] philosophers = new Thread[forks.length];
        for (int i = 0; i < philosophers.length; i++) {
            int first = Math.min(i, (i + 1) % forks.length);
            int second = Math.max(i, (i + 1) % forks.length);
            philosophers[i] = new Thread(() -> dine(first, second), "philosopher " + i);
            philosophers[i].start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
        System.out.println(meals + " meals");
    }

    static void dine(int first, int second) {
        for (int course = 0; course < 3; course++) {
            forks[first].lock();
            forks[second].lock();
            try {
                synchronized (Philosophers.class) {
                    meals++;
                }
            } finally {
                forks[second].unlock();
                forks[first].unlock();
            }
        }
    }
}
