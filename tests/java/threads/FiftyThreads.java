import java.util.BitSet;

/** Fifty threads at once: each does its part, in a chain, in a tree and all on one lock. */
public class FiftyThreads {
    static final int N = 50;
    static int counter;
    static volatile int next;

    static void runAll(Thread[] ts) throws InterruptedException {
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    static int tree(int from, int to) {
        if (to - from == 1) {
            return from;
        }
        int middle = (from + to) / 2;
        int[] left = new int[1];
        Thread t = new Thread(() -> left[0] = tree(from, middle));
        t.start();
        int right = tree(middle, to);
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return left[0] + right;
    }

    public static void main(String[] args) throws Exception {
        long[] results = new long[N];
        Thread[] ts = new Thread[N];
        for (int i = 0; i < N; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                long fib = 0;
                long after = 1;
                for (int k = 0; k < id; k++) {
                    long sum = fib + after;
                    fib = after;
                    after = sum;
                }
                results[id] = fib;
            });
        }
        runAll(ts);
        for (int i = 0; i < N; i += 7) {
            System.out.println("fib(" + i + ") = " + results[i]);
        }

        Object lock = new Object();
        BitSet seen = new BitSet();
        for (int i = 0; i < N; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    synchronized (lock) {
                        counter++;
                        seen.set(id);
                    }
                }
            });
        }
        runAll(ts);
        System.out.println("counter " + counter + ", threads seen " + seen.cardinality());

        // Each thread waits for its turn on one monitor: fifty waiters, notifyAll each time.
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < N; i++) {
            int id = N - 1 - i;
            ts[i] = new Thread(() -> takeTurn(lock, id, order));
        }
        runAll(ts);
        System.out.println("order " + order.toString().trim());
        System.out.println("tree sum " + tree(0, 50));
    }

    static void takeTurn(Object lock, int id, StringBuilder order) {
        synchronized (lock) {
            while (next != id) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            order.append(id).append(' ');
            next++;
            lock.notifyAll();
        }
    }
}
