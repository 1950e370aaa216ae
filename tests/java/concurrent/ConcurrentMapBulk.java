import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The bulk operations of ConcurrentHashMap: forEach, search, reduce on keys, values, entries; parallel or not. */
public class ConcurrentMapBulk {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
        for (int i = 1; i <= 100; i++) {
            m.put(i, i * i);
        }
        for (long threshold : new long[] {Long.MAX_VALUE, 1}) {
            String kind = threshold == 1 ? "parallel" : "sequential";
            LongAdder sum = new LongAdder();
            m.forEach(threshold, (k, v) -> sum.add(k + v));
            m.forEach(threshold, (k, v) -> k % 10 == 0 ? v : null, v -> sum.add(v));
            m.forEachKey(threshold, k -> sum.add(k));
            m.forEachKey(threshold, k -> k > 90 ? k : null, k -> sum.add(k));
            m.forEachValue(threshold, v -> sum.add(v));
            m.forEachValue(threshold, v -> v < 50 ? v : null, v -> sum.add(v));
            m.forEachEntry(threshold, e -> sum.add(e.getKey()));
            m.forEachEntry(threshold, e -> e.getKey() == 5 ? e.getValue() : null, v -> sum.add(v));
            System.out.println(kind + " forEach sum " + sum);
            System.out.println("search " + m.search(threshold, (k, v) -> v == 2500 ? "k" + k : null)
                    + " " + m.searchKeys(threshold, k -> k == 77 ? k : null)
                    + " " + m.searchValues(threshold, v -> v == 81 ? v : null)
                    + " " + m.searchEntries(threshold, e -> e.getValue() == 4 ? e.getKey() : null)
                    + " " + m.search(threshold, (k, v) -> null));
            System.out.println("reduce " + m.reduce(threshold, (k, v) -> k, Integer::sum)
                    + " " + m.reduceKeys(threshold, Integer::max)
                    + " " + m.reduceKeys(threshold, k -> k % 2 == 0 ? k : null, Integer::sum)
                    + " " + m.reduceValues(threshold, Integer::min)
                    + " " + m.reduceValues(threshold, v -> v > 9000 ? v : null, Integer::sum)
                    + " " + m.reduceEntries(threshold, e -> e.getValue() - e.getKey(), Integer::sum)
                    + " " + m.reduceEntries(threshold, (a, b) -> a.getKey() > b.getKey() ? a : b));
            System.out.println("primitive " + m.reduceToInt(threshold, (k, v) -> v, 0, Integer::sum)
                    + " " + m.reduceToLong(threshold, (k, v) -> (long) k * v, 0, Long::sum)
                    + " " + m.reduceToDouble(threshold, (k, v) -> k / 2.0, 0, Double::sum)
                    + " " + m.reduceKeysToInt(threshold, k -> k, 0, Integer::sum)
                    + " " + m.reduceKeysToLong(threshold, k -> k, Long.MIN_VALUE, Long::max)
                    + " " + m.reduceKeysToDouble(threshold, k -> k, 0, Double::sum));
            System.out.println("primitive " + m.reduceValuesToInt(threshold, v -> v, 0, Math::max)
                    + " " + m.reduceValuesToLong(threshold, v -> v, 0, Long::sum)
                    + " " + m.reduceValuesToDouble(threshold, v -> v, 0, Double::sum)
                    + " " + m.reduceEntriesToInt(threshold, e -> 1, 0, Integer::sum)
                    + " " + m.reduceEntriesToLong(threshold, e -> e.getKey(), 0, Long::sum)
                    + " " + m.reduceEntriesToDouble(threshold, e -> e.getKey(), 0, Double::sum));
        }
        ConcurrentHashMap<Integer, Integer> empty = new ConcurrentHashMap<>();
        System.out.println("empty " + empty.reduceKeys(1, Integer::sum) + " "
                + empty.reduceToInt(1, (k, v) -> v, 42, Integer::sum) + " " + empty.search(1, (k, v) -> v));
        try {
            m.forEachKey(Long.MAX_VALUE, k -> {
                if (k == 50) {
                    throw new IllegalStateException("at " + k);
                }
            });
        } catch (IllegalStateException e) {
            System.out.println("exception " + e.getMessage());
        }
        List<Integer> fromStream = new ArrayList<>(m.keySet().stream().filter(k -> k <= 5).toList());
        Collections.sort(fromStream);
        System.out.println("stream " + fromStream + " " + m.values().parallelStream().mapToInt(v -> v).sum());
        AtomicInteger entries = new AtomicInteger();
        m.entrySet().spliterator().forEachRemaining(e -> entries.incrementAndGet());
        System.out.println("spliterator " + entries);
    }
}
