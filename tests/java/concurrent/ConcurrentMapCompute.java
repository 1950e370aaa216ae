import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** compute, computeIfAbsent, computeIfPresent and merge: results, removal by null, exceptions, recursion, atomicity. */
public class ConcurrentMapCompute {
    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
        System.out.println("absent " + m.computeIfAbsent(1, k -> k * 10) + " " + m.computeIfAbsent(1, k -> -1)
                + " " + m.computeIfAbsent(2, k -> null) + " " + m);
        System.out.println("present " + m.computeIfPresent(1, (k, v) -> v + k) + " "
                + m.computeIfPresent(5, (k, v) -> 0) + " " + m);
        System.out.println("compute " + m.compute(1, (k, v) -> v * 2) + " "
                + m.compute(3, (k, v) -> v == null ? 30 : -1) + " " + m);
        System.out.println("null removes " + m.compute(1, (k, v) -> null) + " " + m.computeIfPresent(3, (k, v) -> null)
                + " " + m.compute(8, (k, v) -> null) + " " + m);
        System.out.println("merge " + m.merge(4, 1, Integer::sum) + " " + m.merge(4, 5, Integer::sum) + " "
                + m.merge(4, 0, (a, b) -> null) + " " + m);
        attempt("absent function throws", () -> m.computeIfAbsent(6, k -> {
            throw new IllegalStateException("absent");
        }));
        m.put(7, 70);
        attempt("present function throws", () -> m.computeIfPresent(7, (k, v) -> {
            throw new IllegalStateException("present");
        }));
        attempt("merge function throws", () -> m.merge(7, 1, (a, b) -> {
            throw new IllegalStateException("merge");
        }));
        System.out.println("unchanged " + m);
        attempt("recursive update of the same key", () -> m.computeIfAbsent(9, k -> m.computeIfAbsent(9, j -> 1)));
        System.out.println("after " + m.containsKey(9) + " size " + m.size());
        attempt("null function", () -> {
            try {
                m.computeIfAbsent(1, null);
            } catch (NullPointerException e) {
                System.out.println("NullPointerException");
            }
        });

        // Each function runs once per absent key, and updates are not lost.
        AtomicInteger calls = new AtomicInteger();
        ConcurrentHashMap<Integer, Integer> shared = new ConcurrentHashMap<>();
        ConcurrentHashMap<Integer, Integer> sums = new ConcurrentHashMap<>(2);
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 200; k++) {
                    shared.computeIfAbsent(k % 20, key -> {
                        calls.incrementAndGet();
                        return key;
                    });
                    sums.merge(k % 10, 1, Integer::sum);
                    sums.compute(100 + k % 5, (key, v) -> v == null ? 1 : v + 1);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("calls " + calls + " keys " + shared.size());
        System.out.println("sums " + new TreeMap<>(sums));
    }
}
