/** The same; subclasses of Thread. */
public class PhilClass {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            int left = Math.min(i, (i + 1) % n), right = Math.max(i, (i + 1) % n);
            ts[i] = new Thread() {
                @Override
                public void run() {
                    synchronized (forks[left]) {
                        synchronized (forks[right]) {
                        }
                    }
                }
            };
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
}
