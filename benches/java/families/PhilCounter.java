/** The same; each philosopher counts the meals. */
public class PhilCounter {
    static class Philosopher extends Thread {
        final Object first, second;
        int meals;
        Philosopher(Object first, Object second) {
            this.first = first;
            this.second = second;
        }
        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    meals++;
                }
            }
        }
    }
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        Philosopher[] ts = new Philosopher[n];
        for (int i = 0; i < n; i++) {
            ts[i] = new Philosopher(forks[Math.min(i, (i + 1) % n)], forks[Math.max(i, (i + 1) % n)]);
            ts[i].start();
        }
        for (Philosopher t : ts) t.join();
        for (Philosopher t : ts) assert t.meals == 1;
    }
}
