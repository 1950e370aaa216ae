import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** ConcurrentSkipListMap: order, navigation, sub maps, descending views, polling, concurrent updates. */
public class SkipListMaps {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        for (int i : new int[] {50, 20, 80, 10, 40, 70, 90, 30, 60}) {
            m.put(i, "v" + i);
        }
        System.out.println(m);
        System.out.println("first " + m.firstKey() + " last " + m.lastKey()
                + " " + m.firstEntry() + " " + m.lastEntry());
        System.out.println("lower " + m.lowerKey(50) + " floor " + m.floorKey(55) + " ceiling " + m.ceilingKey(55)
                + " higher " + m.higherKey(90) + " " + m.higherEntry(50) + " " + m.lowerEntry(10));
        System.out.println("head " + m.headMap(30) + " " + m.headMap(30, true));
        System.out.println("tail " + m.tailMap(80) + " " + m.tailMap(80, false));
        ConcurrentNavigableMap<Integer, String> sub = m.subMap(20, 60);
        System.out.println("sub " + sub + " size " + sub.size() + " first " + sub.firstKey());
        sub.put(25, "new");
        System.out.println("writes through " + m.get(25));
        try {
            sub.put(99, "outside");
        } catch (IllegalArgumentException e) {
            System.out.println("outside: " + e.getMessage());
        }
        System.out.println("descending " + m.descendingMap().headMap(60));
        System.out.println("descending keys " + m.descendingKeySet());
        System.out.println("poll " + m.pollFirstEntry() + " " + m.pollLastEntry() + " left " + m.size());
        System.out.println("put " + m.put(20, "again") + " absent " + m.putIfAbsent(20, "no") + " replace "
                + m.replace(20, "again", "twenty") + " remove " + m.remove(25) + " " + m.remove(30, "no"));
        System.out.println("compute " + m.compute(20, (k, v) -> v + "!") + " " + m.computeIfAbsent(21, k -> "one")
                + " " + m.computeIfPresent(21, (k, v) -> null) + " " + m.merge(22, "two", String::concat));
        try {
            m.firstEntry().setValue("x");
        } catch (UnsupportedOperationException e) {
            System.out.println("entries are snapshots");
        }
        try {
            m.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("no null keys");
        }
        for (Map.Entry<Integer, String> e : m.entrySet()) {
            if (e.getKey() > 30) {
                m.remove(e.getKey());
            }
        }
        System.out.println("removed while iterating " + m + " clone " + m.clone());
        ConcurrentSkipListMap<String, Integer> reversed = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
        reversed.putAll(Map.of("a", 1, "b", 2, "c", 3));
        System.out.println("comparator " + reversed + " " + reversed.headMap("b", true));

        ConcurrentSkipListMap<Integer, Integer> shared = new ConcurrentSkipListMap<>();
        Thread[] ts = new Thread[4];
        for (int t = 0; t < ts.length; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 0; i < 150; i++) {
                    shared.put(i * 4 + id, id);
                    shared.merge(-1, 1, Integer::sum);
                }
                for (int i = 0; i < 150; i += 2) {
                    shared.remove(i * 4 + id);
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        int previous = Integer.MIN_VALUE;
        for (int k : shared.keySet()) {
            assert k > previous;
            previous = k;
        }
        System.out.println("shared " + shared.size() + " merged " + shared.get(-1) + " last " + shared.lastKey());
    }
}
