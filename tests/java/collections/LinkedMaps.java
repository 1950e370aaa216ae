// LinkedHashMap and LinkedHashSet: insertion and access order, LRU caches; IdentityHashMap, WeakHashMap and EnumMap basics.
import java.util.*;

public class LinkedMaps {
    static class Lru<K, V> extends LinkedHashMap<K, V> {
        final int max;
        Lru(int max) { super(16, 0.75f, true); this.max = max; }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) { return size() > max; }
    }
    enum Day { MON, TUE, WED, THU, FRI }

    public static void main(String[] args) {
        Map<String, Integer> m = new LinkedHashMap<>();
        for (String s : "z y x w v u".split(" ")) m.put(s, (int) s.charAt(0));
        m.put("y", 0);
        m.remove("x");
        m.put("x", 1);
        System.out.println(m + " " + m.keySet() + " " + m.values());
        Iterator<Map.Entry<String, Integer>> it = m.entrySet().iterator();
        it.next();
        it.remove();
        m.entrySet().iterator().next().setValue(77);
        System.out.println(m);
        Lru<Integer, String> lru = new Lru<>(3);
        for (int i = 0; i < 3; i++) lru.put(i, "v" + i);
        lru.get(0);
        lru.put(3, "v3");
        lru.getOrDefault(2, "");
        lru.put(4, "v4");
        lru.putIfAbsent(2, "no");
        System.out.println(lru + " " + lru.containsKey(0) + " " + lru.get(1));
        Set<String> s = new LinkedHashSet<>(List.of("c", "a", "b"));
        s.add("a");
        s.remove("c");
        s.add("c");
        System.out.println(s + " " + s.equals(new TreeSet<>(s)) + " " + s.hashCode());
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        String k1 = new String("k"), k2 = new String("k");
        id.put(k1, 1);
        id.put(k2, 2);
        id.put("k", 3);
        id.put("k", 4);
        System.out.println(id.size() + " " + id.get(k1) + id.get(k2) + id.get("k") + id.containsKey(new String("k")) + " " + id.remove(k1) + id.size());
        EnumMap<Day, Integer> em = new EnumMap<>(Day.class);
        em.put(Day.FRI, 5);
        em.put(Day.MON, 1);
        em.merge(Day.MON, 10, Integer::sum);
        em.putIfAbsent(Day.WED, null);
        System.out.println(em + " " + em.containsKey(Day.TUE) + " " + em.containsValue(11) + " " + em.keySet() + " " + em.equals(new HashMap<>(em)) + " " + em.remove(Day.FRI) + em);
        EnumSet<Day> es = EnumSet.range(Day.TUE, Day.THU);
        es.removeIf(d -> d.ordinal() == 2);
        System.out.println(es + " " + EnumSet.complementOf(es) + " " + es.equals(Set.of(Day.TUE, Day.THU)) + " " + EnumSet.copyOf(List.of(Day.FRI, Day.MON)));
        Hashtable<String, Integer> ht = new Hashtable<>();
        for (int i = 0; i < 5; i++) ht.put("k" + i, i);
        System.out.println(ht + " " + ht.contains(3) + " " + Collections.list(ht.keys()).size());
        try { ht.put("x", null); } catch (NullPointerException e) { System.out.println("Hashtable refuses null"); }
        Properties p = new Properties();
        p.setProperty("a", "1");
        System.out.println(p.getProperty("a") + p.getProperty("b") + p.getProperty("b", "dflt") + p);
        WeakHashMap<String, Integer> weak = new WeakHashMap<>();
        weak.put("literal", 1);
        System.out.println(weak + " " + weak.get("literal"));
        Map<String, Integer> un = Collections.unmodifiableMap(m), sy = Collections.synchronizedMap(new TreeMap<>(m)), em2 = Collections.emptyMap();
        System.out.println(un.equals(m) + " " + sy + " " + em2 + " " + Collections.singletonMap("one", 1));
        try { un.put("q", 1); } catch (UnsupportedOperationException e) { System.out.println("unmodifiable"); }
        Map<String, Integer> checked = Collections.checkedMap(new TreeMap<>(), String.class, Integer.class);
        try { @SuppressWarnings({"unchecked", "rawtypes"}) Object o = ((Map) checked).put(1, 1); } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        NavigableMap<String, Integer> nav = new TreeMap<>(m);
        System.out.println(nav.floorEntry("w") + " " + nav.descendingMap().firstKey());
        Set<String> fromMap = Collections.newSetFromMap(new LinkedHashMap<>());
        fromMap.addAll(List.of("q", "p", "q"));
        System.out.println(fromMap);
        Map<Integer, Map<String, List<Integer>>> deep = new TreeMap<>();
        for (int i = 0; i < 10; i++) deep.computeIfAbsent(i % 3, k -> new TreeMap<>()).computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        System.out.println(deep + " " + deep.hashCode());
    }
}
