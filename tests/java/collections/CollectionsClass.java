// java.util.Collections: algorithms and wrappers.
import java.util.*;

public class CollectionsClass {
    interface Body { Object run(); }
    static void t(String n, Body b) { try { System.out.println(n + " " + b.run()); } catch (RuntimeException e) { System.out.println(n + " " + e.getClass().getSimpleName()); } }

    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(4, 2, 8, 6, 1));
        Collections.sort(l);
        System.out.println(l + " " + Collections.binarySearch(l, 6) + " " + Collections.min(l) + Collections.max(l) + Collections.max(l, Collections.reverseOrder()));
        Collections.reverse(l); System.out.println(l);
        Collections.swap(l, 0, 4); System.out.println(l);
        Collections.rotate(l, 2); System.out.println(l);
        Collections.rotate(l, -1); System.out.println(l);
        Collections.shuffle(l, new Random(3)); System.out.println(l);
        Collections.addAll(l, 4, 4, 9); System.out.println(l + " " + Collections.frequency(l, 4));
        Collections.replaceAll(l, 4, 44); System.out.println(l + " " + Collections.indexOfSubList(l, List.of(44, 9)) + " " + Collections.lastIndexOfSubList(l, List.of(44)) + Collections.indexOfSubList(l, List.of(0)));
        System.out.println(Collections.disjoint(l, List.of(100)) + " " + Collections.disjoint(l, List.of(9)) + " " + Collections.nCopies(3, 'x') + Collections.singleton(1) + Collections.singletonList(2) + Collections.emptyList() + Collections.emptySet());
        List<Integer> dest = new ArrayList<>(Collections.nCopies(10, 0));
        Collections.copy(dest, l);
        System.out.println(dest);
        Collections.fill(dest.subList(0, 3), 7);
        System.out.println(dest);
        t("copy short", () -> { Collections.copy(new ArrayList<>(), List.of(1)); return 0; });
        List<Integer> un = Collections.unmodifiableList(l);
        l.set(0, -5);
        System.out.println(un.get(0) + " " + un.equals(l));
        t("un add", () -> un.add(1));
        t("un iterator", () -> { Iterator<Integer> i = un.iterator(); i.next(); i.remove(); return 0; });
        t("un sort", () -> { Collections.sort(un); return 0; });
        t("empty add", () -> Collections.emptyList().add(null));
        t("singleton remove", () -> Collections.singletonList(1).remove(0));
        t("un sub", () -> un.subList(0, 2).remove(0));
        t("un entry", () -> { Map<String, Integer> m = new HashMap<>(); m.put("a", 1); return Collections.unmodifiableMap(m).entrySet().iterator().next().setValue(5); });
        List<String> checked = Collections.checkedList(new ArrayList<>(), String.class);
        t("checked", () -> { @SuppressWarnings({"rawtypes", "unchecked"}) boolean b = ((List) checked).add(1); return b; });
        List<Integer> sync = Collections.synchronizedList(new ArrayList<>());
        synchronized (sync) { sync.add(1); sync.addAll(List.of(2, 3)); }
        System.out.println(sync + " " + sync.size());
        Queue<Integer> lifo = Collections.asLifoQueue(new ArrayDeque<>());
        lifo.add(1); lifo.add(2);
        System.out.println(lifo.poll() + " " + lifo);
        System.out.println(Collections.unmodifiableSet(new TreeSet<>(l)) + " " + Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(2, "b", 1, "a"))).firstKey());
        t("min empty", () -> Collections.min(new ArrayList<Integer>()));
        t("of dup", () -> Set.of(1, 1));
        t("copyOf set", () -> new TreeSet<>(Set.copyOf(List.of(1, 1, 2))));
        t("set null", () -> Set.of(1).contains(null));
        System.out.println(new TreeSet<>(Set.of(3, 1, 2)) + " " + Set.of(1, 2).equals(Set.of(2, 1)) + " " + Set.of().size() + " " + Set.of("x") + " " + Set.of(1, 2, 3).hashCode());
        Collection<Integer> abs = new AbstractCollection<>() {
            public Iterator<Integer> iterator() { return List.of(1, 2, 3).iterator(); }
            public int size() { return 3; }
        };
        System.out.println(abs + " " + abs.contains(2) + " " + abs.containsAll(List.of(1, 3)) + " " + Arrays.toString(abs.toArray()));
        t("abs add", () -> abs.add(1));
        t("abs remove", () -> abs.remove(2));
        Map<String, Integer> am = new AbstractMap<>() { public Set<Entry<String, Integer>> entrySet() { return new TreeSet<>(Entry.comparingByKey()) {{ add(Map.entry("b", 2)); add(Map.entry("a", 1)); }}; } };
        System.out.println(am + " " + am.get("b") + " " + am.containsKey("z") + " " + am.keySet() + am.values() + am.equals(Map.of("a", 1, "b", 2)));
        List<List<Integer>> perms = new ArrayList<>();
        permute(new ArrayList<>(List.of(1, 2, 3)), 0, perms);
        System.out.println(perms);
        StringTokenizer st = new StringTokenizer("a b;c", " ;", true);
        while (st.hasMoreTokens()) System.out.print("<" + st.nextToken() + ">");
        System.out.println(st.countTokens());
        List<Object> self = new ArrayList<>();
        self.add("x");
        self.add(self);
        System.out.println(self);
        System.out.println(new ArrayList<>(List.of(1, 2)).equals(new ArrayList<>(List.of(2, 1))) + " " + new HashSet<>(List.of(1, 2)).equals(new HashSet<>(List.of(2, 1))));
        Collections.list(Collections.enumeration(List.of("e1", "e2"))).forEach(System.out::print);
        System.out.println();
    }

    static void permute(List<Integer> l, int k, List<List<Integer>> out) {
        if (k == l.size()) { out.add(List.copyOf(l)); return; }
        for (int i = k; i < l.size(); i++) { Collections.swap(l, k, i); permute(l, k + 1, out); Collections.swap(l, k, i); }
    }
}
