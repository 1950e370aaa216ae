import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The wrappers of Collections.synchronizedX: single calls are atomic, iteration needs the wrapper's monitor. */
public class SynchronizedCollections {
    static void parallel(int threads, java.util.function.IntConsumer body) throws InterruptedException {
        Thread[] ts = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int id = i;
            ts[i] = new Thread(() -> body.accept(id));
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        Set<Integer> set = Collections.synchronizedSet(new HashSet<>());
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
        Collection<Integer> plain = Collections.synchronizedCollection(new ArrayList<>());
        SortedSet<Integer> sorted = Collections.synchronizedSortedSet(new TreeSet<>());
        NavigableMap<Integer, String> navigable = Collections.synchronizedNavigableMap(new TreeMap<>());
        parallel(4, id -> {
            for (int i = 0; i < 100; i++) {
                list.add(i);
                set.add(i);
                map.merge(i % 10, 1, Integer::sum);
                plain.add(id);
                sorted.add(id * 100 + i);
                navigable.putIfAbsent(i, "v" + i);
            }
        });
        System.out.println("sizes " + list.size() + " " + set.size() + " " + map.size() + " " + plain.size() + " "
                + sorted.size() + " " + navigable.size());
        System.out.println("map " + map);
        System.out.println("sorted " + sorted.first() + " " + sorted.last() + " " + sorted.headSet(3));
        System.out.println("navigable " + navigable.floorKey(1000) + " " + navigable.firstEntry() + " "
                + navigable.headMap(2, true));
        int sum = 0;
        synchronized (list) {
            for (int n : list) {
                sum += n;
            }
        }
        System.out.println("sum " + sum + " owner of the monitor " + Thread.holdsLock(list));
        // Check then act on two calls is only safe inside the same monitor.
        List<Integer> unique = Collections.synchronizedList(new ArrayList<>());
        parallel(4, id -> {
            for (int i = 0; i < 50; i++) {
                synchronized (unique) {
                    if (!unique.contains(i)) {
                        unique.add(i);
                    }
                }
            }
        });
        System.out.println("unique " + unique.size());
        try {
            for (Integer n : unique) {
                if (n >= 0) {
                    unique.remove(n);
                }
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("a change during iteration: ConcurrentModificationException");
        }
        List<Integer> sub = list.subList(0, 3);
        synchronized (list) {
            Iterator<Integer> it = sub.iterator();
            it.next();
            it.remove();
        }
        System.out.println("sub list " + sub.size() + " list " + list.size());
        list.removeIf(n -> n > 0);
        list.replaceAll(n -> n + 1);
        list.sort(null);
        System.out.println("bulk " + new HashSet<>(list) + " equals " + list.equals(new ArrayList<>(list)));
        map.computeIfPresent(3, (k, v) -> null);
        map.replaceAll((k, v) -> v + k);
        System.out.println("map " + map.keySet() + " " + map.values() + " " + map.getOrDefault(3, -1));
        System.out.println("array " + set.toArray().length + " greatest " + Collections.max(set));
    }
}
