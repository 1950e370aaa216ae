import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentSkipListSet;

/** ConcurrentSkipListSet: order, navigation, ranges, bulk operations, several threads. */
public class SkipListSets {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListSet<String> s = new ConcurrentSkipListSet<>(List.of("pear", "apple", "fig", "kiwi", "date"));
        System.out.println(s + " size " + s.size());
        System.out.println("add " + s.add("cherry") + " " + s.add("fig") + ", remove " + s.remove("kiwi") + " "
                + s.remove("kiwi") + ", contains " + s.contains("pear"));
        System.out.println("first " + s.first() + " last " + s.last() + " lower " + s.lower("date") + " floor "
                + s.floor("dog") + " ceiling " + s.ceiling("dog") + " higher " + s.higher("pear"));
        System.out.println("head " + s.headSet("date") + " tail " + s.tailSet("date") + " sub "
                + s.subSet("b", true, "f", false));
        System.out.println("descending " + s.descendingSet());
        Iterator<String> down = s.descendingIterator();
        System.out.println("descending iterator " + down.next() + " " + down.next());
        System.out.println("poll " + s.pollFirst() + " " + s.pollLast() + " " + s);
        NavigableSet<String> view = s.tailSet("d", true);
        view.clear();
        System.out.println("cleared through a view " + s);
        System.out.println("equals " + s.equals(java.util.Set.of("cherry")) + " " + s.containsAll(List.of("cherry")));
        s.clear();
        System.out.println("empty " + s.isEmpty() + " " + s.pollFirst());
        try {
            s.first();
        } catch (NoSuchElementException e) {
            System.out.println("first of an empty set: " + e.getClass().getSimpleName());
        }
        try {
            new ConcurrentSkipListSet<Object>().add(new Object());
        } catch (ClassCastException e) {
            System.out.println("not comparable: ClassCastException");
        }
        ConcurrentSkipListSet<int[]> byLength = new ConcurrentSkipListSet<>((a, b) -> a.length - b.length);
        System.out.println("comparator decides equality " + byLength.add(new int[2])
                + " " + byLength.add(new int[] {5, 6}));

        ConcurrentSkipListSet<Integer> shared = new ConcurrentSkipListSet<>();
        int[] added = new int[4];
        Thread[] ts = new Thread[4];
        for (int t = 0; t < ts.length; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                // All threads try the same keys: each key is added by exactly one.
                for (int i = 0; i < 200; i++) {
                    if (shared.add((i * 7 + id * 50) % 200)) {
                        added[id]++;
                    }
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("added in all " + Arrays.stream(added).sum() + " size " + shared.size());
        int[] polled = new int[3];
        Thread[] pollers = new Thread[3];
        for (int t = 0; t < pollers.length; t++) {
            int id = t;
            pollers[t] = new Thread(() -> {
                int last = -1;
                for (Integer k = shared.pollFirst(); k != null; k = shared.pollFirst()) {
                    assert k > last;
                    last = k;
                    polled[id] += k;
                }
            });
            pollers[t].start();
        }
        for (Thread t : pollers) {
            t.join();
        }
        System.out.println("polled sum " + Arrays.stream(polled).sum() + " left " + shared);
    }
}
