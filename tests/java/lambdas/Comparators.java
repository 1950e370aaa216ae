// Comparator combinators and sorting through them.
import java.util.*;
import java.util.function.Function;

public class Comparators {
    record E(String name, int pay, Double score, String dept) {}

    static String names(List<E> es) { StringBuilder sb = new StringBuilder(); for (E e : es) sb.append(e.name()); return sb.toString(); }

    public static void main(String[] args) {
        List<E> es = List.of(new E("d", 10, 2.5, "y"), new E("a", 30, null, "x"), new E("c", 20, 1.5, null), new E("b", 10, 3.5, "x"), new E("e", 30, -0.0, "z"));
        Map<String, Comparator<E>> cs = new LinkedHashMap<>();
        cs.put("name", Comparator.comparing(E::name));
        cs.put("pay", Comparator.comparingInt(E::pay));
        cs.put("pay desc", Comparator.comparingInt(E::pay).reversed());
        cs.put("pay,name", Comparator.comparingInt(E::pay).thenComparing(E::name));
        cs.put("pay,name desc", Comparator.comparing(E::pay).thenComparing(E::name, Comparator.reverseOrder()));
        cs.put("score nulls first", Comparator.comparing(E::score, Comparator.nullsFirst(Comparator.naturalOrder())));
        cs.put("score nulls last", Comparator.comparing(E::score, Comparator.nullsLast(Comparator.reverseOrder())));
        cs.put("dept,pay", Comparator.comparing(E::dept, Comparator.nullsLast(String::compareTo)).thenComparingInt(E::pay));
        cs.put("len", Comparator.comparing(e -> e.name().length()));
        cs.put("long", Comparator.comparingLong(e -> -e.pay() * 10_000_000_000L));
        cs.put("double", Comparator.comparingDouble(e -> e.score() == null ? 99 : e.score()));
        cs.put("all reversed", Comparator.comparing(E::pay).thenComparing(E::name).reversed());
        cs.forEach((n, c) -> {
            List<E> copy = new ArrayList<>(es);
            copy.sort(c);
            System.out.println(n + ": " + names(copy) + " max " + Collections.max(es, c).name() + " min " + es.stream().min(c).get().name());
        });
        String[] words = {"pear", "Fig", "apple", "fig", "Apple", "kiwi"};
        Arrays.sort(words);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, Comparator.comparing(String::length).thenComparing(Function.identity()));
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, 1, 4, Collections.reverseOrder());
        System.out.println(Arrays.toString(words));
        TreeSet<String> byLength = new TreeSet<>(Comparator.comparing(String::length));
        byLength.addAll(Arrays.asList(words));
        System.out.println(byLength);
        PriorityQueue<E> q = new PriorityQueue<>(cs.get("pay,name").reversed());
        q.addAll(es);
        StringBuilder order = new StringBuilder();
        while (!q.isEmpty()) order.append(q.poll().name());
        System.out.println(order);
        TreeMap<Integer, String> desc = new TreeMap<>(Comparator.reverseOrder());
        for (int i = 0; i < 5; i++) desc.put(i, "v" + i);
        System.out.println(desc + " " + desc.firstKey() + " " + desc.headMap(2) + " " + desc.comparator().equals(Collections.reverseOrder()));
        Comparator<Integer> abs = (a, b) -> Math.abs(a) - Math.abs(b);
        List<Integer> l = new ArrayList<>(List.of(3, -1, -3, 1, 2, -2));
        l.sort(abs);
        System.out.println(l);
        l.sort(abs.thenComparing(Comparator.naturalOrder()));
        System.out.println(l);
        l.sort(null);
        System.out.println(l + " " + Collections.binarySearch(l, 2) + " " + Collections.binarySearch(l, 0));
        System.out.println(Comparator.<Integer>naturalOrder().compare(1, 2) + " " + Comparator.nullsFirst(Comparator.<Integer>naturalOrder()).compare(null, 1) + " " + Map.Entry.<String, Integer>comparingByValue().compare(Map.entry("a", 2), Map.entry("b", 1)));
        try {
            new TreeSet<Object>().add(new Object());
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
        try {
            List<Integer> mixed = new ArrayList<>(Arrays.asList(1, null, 2));
            Collections.sort(mixed);
        } catch (NullPointerException e) {
            System.out.println("null in sort");
        }
    }
}
