// HashMap and HashSet with keys whose hashes are fixed: order, collisions, tree bins, merging methods.
import java.util.*;

public class HashMaps {
    record Bad(int v) { @Override public int hashCode() { return v % 3; } }
    record BadCmp(int v) implements Comparable<BadCmp> {
        @Override public int hashCode() { return 42; }
        public int compareTo(BadCmp o) { return Integer.compare(v, o.v); }
    }

    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        for (String w : "the quick brown fox jumps over the lazy dog the end".split(" ")) m.merge(w, 1, Integer::sum);
        System.out.println(m + " " + m.size() + " " + m.get("the") + " " + m.get("cat") + " " + m.getOrDefault("cat", -1) + " " + m.containsKey("fox") + " " + m.containsValue(3) + " " + m.hashCode());
        System.out.println(m.put("fox", 10) + " " + m.put("new", 5) + " " + m.putIfAbsent("new", 6) + " " + m.putIfAbsent("newer", 7) + " " + m.remove("dog") + " " + m.remove("dog") + " " + m.remove("fox", 11) + " " + m.replace("fox", 12) + " " + m.replace("fox", 12, 13) + " " + m.replace("zzz", 1));
        System.out.println(m.computeIfAbsent("calc", String::length) + " " + m.computeIfAbsent("calc", k -> 99) + " " + m.computeIfPresent("calc", (k, v) -> v + 100) + " " + m.computeIfPresent("none", (k, v) -> 1) + " " + m.compute("calc", (k, v) -> null) + " " + m.compute("made", (k, v) -> v == null ? 1 : v + 1) + " " + m.merge("made", 5, (a, b) -> null) + " " + m.containsKey("made"));
        System.out.println(m);
        System.out.println(m.keySet() + " " + m.values() + " " + m.entrySet());
        m.replaceAll((k, v) -> k.length() * 100 + v);
        m.entrySet().removeIf(e -> e.getKey().contains("o"));
        m.keySet().retainAll(Set.of("the", "quick", "lazy", "end"));
        m.values().remove(301);
        System.out.println(m);
        for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(e.getValue() + 1);
        m.forEach((k, v) -> System.out.print(k + "=" + v + ";"));
        System.out.println();
        Map<Integer, Integer> ints = new HashMap<>();
        for (int i = 0; i < 50; i++) ints.put(i * 17 % 101, i);
        System.out.println(ints);
        for (int i = 0; i < 101; i += 2) ints.remove(i);
        System.out.println(ints.keySet());
        Map<Bad, Integer> bad = new HashMap<>();
        for (int i = 0; i < 40; i++) bad.put(new Bad(i), i);
        int s = 0;
        for (int i = 0; i < 40; i++) s += bad.get(new Bad(i));
        System.out.println(bad.size() + " " + s + " " + bad.get(new Bad(41)) + " " + bad.remove(new Bad(7)) + " " + bad.containsKey(new Bad(7)));
        Map<BadCmp, String> tree = new HashMap<>(64);
        for (int i = 0; i < 30; i++) tree.put(new BadCmp(i * 7 % 30), "v" + i);
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 32; i++) sb.append(tree.get(new BadCmp(i))).append(' ');
        System.out.println(sb);
        for (int i = 0; i < 26; i++) tree.remove(new BadCmp(i));
        System.out.println(tree.size() + " " + tree.containsKey(new BadCmp(29)) + " " + tree.get(new BadCmp(0)));
        Map<Object, Object> nul = new HashMap<>();
        nul.put(null, "nk");
        nul.put("k", null);
        System.out.println(nul + " " + nul.get(null) + " " + nul.containsKey("k") + " " + nul.getOrDefault("k", "d") + " " + nul.putIfAbsent("k", "now") + " " + nul.remove(null) + nul);
        Set<Integer> set = new HashSet<>(List.of(5, 1, 9, 1000, 33, -4));
        System.out.println(set + " " + set.add(5) + " " + set.add(6) + " " + set.remove(9) + " " + set.contains(9) + " " + set.hashCode() + " " + set.equals(new TreeSet<>(set)));
        Set<Character> a = new HashSet<>(), b = new HashSet<>();
        for (char c : "abracadabra".toCharArray()) a.add(c);
        for (char c : "alakazam".toCharArray()) b.add(c);
        Set<Character> u = new TreeSet<>(a), i = new TreeSet<>(a), d = new TreeSet<>(a);
        u.addAll(b); i.retainAll(b); d.removeAll(b);
        System.out.println(a + " " + b + " " + u + " " + i + " " + d);
        try { for (String k : m.keySet()) m.put(k + "x", 1); } catch (ConcurrentModificationException e) { System.out.println("CME"); }
        try { new HashMap<String, Integer>(Map.of("a", 1)).computeIfAbsent("b", k -> { throw new IllegalStateException("in compute"); }); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { Map.of("a", 1, "a", 2); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Map.of("a", 1).put("b", 2); } catch (UnsupportedOperationException e) { System.out.println("immutable"); }
        System.out.println(Map.of("k", "v") + " " + Map.entry("k", 1) + " " + new AbstractMap.SimpleEntry<>("k", 1).equals(Map.entry("k", 1)) + " " + new TreeMap<>(Map.of("b", 1, "a", 2, "c", 3)) + " " + Map.of("x", 1, "y", 2).equals(new HashMap<>(Map.of("y", 2, "x", 1))) + " " + Map.of("x", 1, "y", 2).hashCode());
    }
}
