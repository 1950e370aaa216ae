// TreeMap and TreeSet: navigation, ranges, views, polling, balance under many insertions and removals.
import java.util.*;

public class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<>();
        for (int i : new int[] {50, 20, 80, 10, 30, 70, 90, 60, 40}) m.put(i, "v" + i);
        System.out.println(m + " " + m.firstKey() + " " + m.lastKey() + " " + m.firstEntry() + " " + m.lastEntry());
        for (int k : new int[] {5, 10, 45, 90, 99}) System.out.println(k + ": floor " + m.floorKey(k) + " ceil " + m.ceilingKey(k) + " lower " + m.lowerKey(k) + " higher " + m.higherEntry(k));
        System.out.println(m.headMap(40) + " " + m.headMap(40, true).size() + " " + m.tailMap(70) + " " + m.tailMap(70, false) + " " + m.subMap(20, 60) + " " + m.subMap(20, false, 60, true));
        System.out.println(m.descendingMap() + " " + m.descendingKeySet() + " " + m.navigableKeySet().headSet(30));
        SortedMap<Integer, String> view = m.subMap(30, 71);
        view.put(35, "new");
        view.remove(60);
        System.out.println(view + " " + m.size() + " " + view.firstKey() + view.lastKey());
        try { view.put(100, "out"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(m.pollFirstEntry() + " " + m.pollLastEntry() + " " + m.keySet() + " " + m.values());
        m.merge(20, "!", String::concat);
        m.compute(30, (k, v) -> v + k);
        m.computeIfAbsent(31, k -> "abs");
        m.replaceAll((k, v) -> v.toUpperCase());
        System.out.println(m + " " + m.get(20) + " " + m.get(21) + " " + m.containsKey(31) + " " + m.containsValue("ABS") + " " + m.hashCode());
        view.clear();
        System.out.println(m);
        try { m.put(null, "x"); } catch (NullPointerException e) { System.out.println("null key"); }
        try { new TreeMap<String, Integer>().firstKey(); } catch (NoSuchElementException e) { System.out.println("empty"); }
        System.out.println(new TreeMap<>().firstEntry() + " " + new TreeMap<>().pollFirstEntry());
        TreeSet<String> s = new TreeSet<>(List.of("pear", "apple", "fig", "kiwi", "date"));
        System.out.println(s + " " + s.first() + s.last() + s.floor("g") + s.ceiling("g") + s.lower("apple") + s.higher("pear") + s.pollFirst() + s.pollLast() + s);
        System.out.println(s.headSet("fig") + " " + s.headSet("fig", true) + " " + s.tailSet("fig") + " " + s.subSet("d", "g") + " " + s.descendingSet() + " " + s.add("fig") + s.add("grape") + s.remove("zzz"));
        Iterator<String> it = s.descendingIterator();
        it.next();
        it.remove();
        System.out.println(s);
        TreeMap<Integer, Integer> big = new TreeMap<>();
        long check = 0;
        int x = 1;
        for (int i = 0; i < 600; i++) {
            x = (x * 1103515245 + 12345) & 0x7fffffff;
            int k = x % 500;
            if (i % 3 == 2) { Integer v = big.remove(k); if (v != null) check += v; }
            else big.put(k, i);
        }
        int prev = -1;
        boolean sorted = true;
        for (Map.Entry<Integer, Integer> e : big.entrySet()) { sorted &= e.getKey() > prev; prev = e.getKey(); check = check * 31 + e.getValue(); }
        System.out.println(big.size() + " " + sorted + " " + check + " " + big.firstKey() + " " + big.lastKey());
        TreeMap<String, List<Integer>> index = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        String[] words = {"The", "the", "THE", "a", "A", "b"};
        for (int i = 0; i < words.length; i++) index.computeIfAbsent(words[i], k -> new ArrayList<>()).add(i);
        System.out.println(index + " " + index.get("tHe"));
        try { for (Integer k : big.keySet()) big.remove(k); } catch (ConcurrentModificationException e) { System.out.println("CME " + big.size()); }
        System.out.println(big.headMap(20).keySet() + " " + new TreeMap<>(big.headMap(20)).equals(big.headMap(20)));
        TreeSet<int[]> arrays = new TreeSet<>(Comparator.comparingInt((int[] a) -> a[0]).thenComparingInt(a -> a[1]));
        arrays.add(new int[] {2, 1}); arrays.add(new int[] {1, 9}); arrays.add(new int[] {1, 3}); arrays.add(new int[] {1, 3});
        for (int[] a : arrays) System.out.print(Arrays.toString(a));
        System.out.println();
    }
}
