import java.util.BitSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Several threads fill a small ConcurrentHashMap at once, so that it is resized again and again with their help. */
public class ConcurrentMapResize {
    static final int THREADS = 4;
    static final int EACH = 500;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(1);
        CountDownLatch start = new CountDownLatch(1);
        Thread[] ts = new Thread[THREADS];
        boolean[] lost = new boolean[1];
        for (int t = 0; t < THREADS; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int i = 0; i < EACH; i++) {
                    int key = i * THREADS + id;
                    m.put(key, key * 3);
                    // What a thread has put it finds again, also in the middle of a transfer.
                    if (m.get(key) == null || m.get(i / 2 * THREADS + id) == null) {
                        lost[0] = true;
                    }
                }
            });
            ts[t].start();
        }
        start.countDown();
        int lastSize = 0;
        while (m.size() < 700) {
            int size = m.size();
            assert size >= lastSize : "a map that only grows must not shrink";
            lastSize = size;
            Thread.yield();
        }
        int iterated = 0;
        for (int v : m.values()) {
            assert v % 3 == 0;
            iterated++;
        }
        System.out.println("iteration during growth sees at least what was there: " + (iterated >= 700));
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("lost " + lost[0] + ", size " + m.size() + ", mappings " + m.mappingCount());
        BitSet keys = new BitSet();
        long sum = 0;
        for (var e : m.entrySet()) {
            keys.set(e.getKey());
            sum += e.getValue();
        }
        System.out.println("distinct " + keys.cardinality() + ", first gap " + keys.nextClearBit(0) + ", sum " + sum);

        Thread[] removers = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int id = t;
            removers[t] = new Thread(() -> {
                for (int i = id; i < THREADS * EACH; i += THREADS) {
                    if (i % 100 != 0) {
                        m.remove(i);
                    }
                }
            });
            removers[t].start();
        }
        for (Thread t : removers) {
            t.join();
        }
        System.out.println("left " + m.size() + " sum " + m.reduceValuesToLong(1, v -> v, 0, Long::sum));
        ConcurrentHashMap<Integer, Integer> presized = new ConcurrentHashMap<>(1000, 0.75f, 16);
        presized.putAll(m);
        System.out.println("copy equals " + presized.equals(m));
        m.clear();
        System.out.println("cleared " + m.isEmpty() + " " + m.get(0) + " copy " + presized.size());
    }
}
