// Collectors in depth: own collectors, teeing, nested groupings, joining, unmodifiable results, characteristics, merging.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Collectors2 {
    record Sale(String region, String item, int qty, double price) { double total() { return qty * price; } }
    static final List<Sale> SALES = List.of(new Sale("north", "pen", 10, 1.5), new Sale("south", "pen", 5, 1.5), new Sale("north", "book", 2, 12.0), new Sale("east", "book", 1, 12.5), new Sale("south", "lamp", 3, 30.0), new Sale("north", "lamp", 1, 29.0));

    static <T> Collector<T, ?, List<List<T>>> chunks(int n) {
        return Collector.of(ArrayList::new, (acc, t) -> { if (acc.isEmpty() || acc.get(acc.size() - 1).size() == n) acc.add(new ArrayList<>()); acc.get(acc.size() - 1).add(t); }, (a, b) -> { throw new UnsupportedOperationException(); });
    }
    static <T extends Comparable<T>> Collector<T, ?, Optional<T>> median() { return Collectors.collectingAndThen(Collectors.toCollection(ArrayList::new), l -> { Collections.sort(l); return l.isEmpty() ? Optional.empty() : Optional.of(l.get(l.size() / 2)); }); }

    public static void main(String[] args) {
        Map<String, Map<String, Double>> nested = SALES.stream().collect(Collectors.groupingBy(Sale::region, TreeMap::new, Collectors.groupingBy(Sale::item, TreeMap::new, Collectors.summingDouble(Sale::total))));
        System.out.println(nested);
        Map<String, Optional<Sale>> max = SALES.stream().collect(Collectors.groupingBy(Sale::item, TreeMap::new, Collectors.maxBy(Comparator.comparingDouble(Sale::total))));
        System.out.println(max);
        Map<Boolean, Long> part = SALES.stream().collect(Collectors.partitioningBy(s -> s.total() > 20, Collectors.counting()));
        System.out.println(part + " " + part.get(true));
        System.out.println(SALES.stream().map(Sale::item).distinct().sorted().collect(Collectors.joining(", ", "[", "]")) + Stream.<String>empty().collect(Collectors.joining("-", "<", ">")));
        System.out.println(IntStream.rangeClosed(1, 7).boxed().collect(chunks(3)) + " " + Stream.of(5, 1, 9, 3).collect(median()) + " " + Stream.<Integer>empty().collect(median()));
        Map<String, List<Integer>> flat = Stream.of("a1b2", "c3", "zz").collect(Collectors.toMap(s -> s, s -> s.chars().filter(Character::isDigit).map(c -> c - '0').boxed().toList(), (x, y) -> x, TreeMap::new));
        System.out.println(flat);
        System.out.println((Object) SALES.stream().collect(Collectors.teeing(Collectors.minBy(Comparator.comparing(Sale::qty)), Collectors.averagingDouble(Sale::price), (a, b) -> a.get().item() + "/" + b)));
        DoubleSummaryStatistics st = SALES.stream().collect(Collectors.summarizingDouble(Sale::total));
        System.out.println(st.getMax() + " " + st.getMin() + " " + st.getSum() + " " + st.getCount() + " " + SALES.stream().collect(Collectors.averagingInt(Sale::qty)) + " " + SALES.stream().collect(Collectors.summingLong(s -> s.qty() * 1_000_000_000L)));
        System.out.println((Object) SALES.stream().collect(Collectors.reducing(0.0, Sale::total, Double::sum)) + " " + SALES.stream().map(Sale::qty).collect(Collectors.reducing(Integer::max)));
        for (Supplier<Collection<Integer>> s : List.<Supplier<Collection<Integer>>>of(() -> Stream.of(1).collect(Collectors.toUnmodifiableList()), () -> Stream.of(1).toList(), () -> Stream.of(1).collect(Collectors.toUnmodifiableSet()), () -> Stream.of(1).collect(Collectors.toList()))) { try { System.out.print(s.get().add(2) + " "); } catch (UnsupportedOperationException e) { System.out.print("unmodifiable "); } }
        System.out.println();
        try { Stream.of("a", null).collect(Collectors.toMap(x -> "k" + x, x -> x)); } catch (NullPointerException e) { System.out.println("null value"); }
        try { Stream.of("a", "b").collect(Collectors.toMap(String::length, x -> x)); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(Stream.of("a", "b", "cc").collect(Collectors.toMap(String::length, x -> x, (x, y) -> x + "+" + y)));
        System.out.println(new TreeMap<>(Collectors.<Integer>toList().characteristics().stream().collect(Collectors.toMap(Enum::name, Enum::ordinal))) + " " + Collectors.counting().characteristics().size());
        Collector<String, StringJoiner, String> j = Collector.of(() -> new StringJoiner("|"), StringJoiner::add, StringJoiner::merge, StringJoiner::toString);
        System.out.println(Stream.of("x", "y", "z").collect(j) + " " + Stream.of("p", "q", "r", "s").parallel().collect(j));
        System.out.println((Object) Stream.of(1, 2, 3, 4, 5, 6).collect(Collectors.filtering(x -> x % 2 == 0, Collectors.mapping(x -> x * x, Collectors.flatMapping(x -> Stream.of(x, -x), Collectors.toList())))));
        Map<Integer, Set<String>> byLen = Stream.of("bb", "a", "cc", "ddd").collect(Collectors.groupingBy(String::length, () -> new TreeMap<>(Comparator.reverseOrder()), Collectors.toCollection(TreeSet::new)));
        System.out.println(byLen);
        EnumMap<Thread.State, Long> em = Stream.of(Thread.State.NEW, Thread.State.RUNNABLE, Thread.State.NEW).collect(Collectors.groupingBy(s -> s, () -> new EnumMap<>(Thread.State.class), Collectors.counting()));
        System.out.println(em);
        System.out.println(IntStream.range(0, 100).boxed().parallel().collect(Collectors.groupingByConcurrent(x -> x % 3, Collectors.summingInt(x -> x))).entrySet().stream().sorted(Map.Entry.comparingByKey()).toList());
        int[] hist = Stream.of("x", "yy", "zz", "www").collect(() -> new int[4], (a, s) -> a[s.length()]++, (a, b) -> { for (int i = 0; i < a.length; i++) a[i] += b[i]; });
        System.out.println(Arrays.toString(hist));
        List<Supplier<Integer>> late = IntStream.range(0, 3).<Supplier<Integer>>mapToObj(i -> () -> i * i).toList();
        System.out.println(late.stream().map(Supplier::get).toList());
        Iterator<Integer> inf = Stream.iterate(1, x -> x + 1).filter(x -> x % 7 == 0).iterator();
        System.out.println(inf.next() + inf.next() + inf.next());
        System.out.println(Stream.of(1, 2, 3, 4).reduce(0, (a, b) -> a * 10 + b) + " " + Stream.of(5, 3).sorted(Collections.reverseOrder()).findFirst().get() + " " + Stream.of("q").peek(x -> System.out.print("peeked ")).map(String::toUpperCase).findAny().get());
    }
}
