/** Philosophers; lambdas, all created before the first start. */
public class PhilLambda {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            Object first = forks[Math.min(i, (i + 1) % n)], second = forks[Math.max(i, (i + 1) % n)];
            ts[i] = new Thread(() -> {
                synchronized (first) {
                    synchronized (second) {
                    }
                }
            });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
}
