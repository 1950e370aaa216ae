// Streams of objects: all intermediate and terminal operations, laziness and order.
import java.util.*;
import java.util.function.Function;
import java.util.stream.*;

public class Streams {
    static StringBuilder trace = new StringBuilder();
    static <T> T t(String s, T v) { trace.append(s).append(v).append(' '); return v; }

    record P(String name, int age, String city) {}

    public static void main(String[] args) {
        List<Integer> nums = List.of(5, 3, 8, 1, 9, 2, 7, 3);
        System.out.println(nums.stream().filter(x -> x > 2).map(x -> x * 10).collect(Collectors.toList()));
        System.out.println(nums.stream().sorted().toList() + " " + nums.stream().sorted(Comparator.reverseOrder()).toList() + " " + nums.stream().distinct().count());
        System.out.println(nums.stream().limit(3).toList() + " " + nums.stream().skip(5).toList() + " " + nums.stream().reduce(0, Integer::sum) + " " + nums.stream().reduce(Integer::max).get());
        System.out.println(nums.stream().anyMatch(x -> x == 9) + " " + nums.stream().allMatch(x -> x > 0) + " " + nums.stream().noneMatch(x -> x > 100));
        System.out.println(nums.stream().min(Comparator.naturalOrder()).get() + " " + nums.stream().max(Integer::compare).get() + " " + nums.stream().findFirst().get() + " " + Stream.empty().findAny().isPresent());
        System.out.println(Stream.of("a,b", "c", "d,e,f").flatMap(s -> Arrays.stream(s.split(","))).collect(Collectors.joining("-", "<", ">")));
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).map(String::valueOf).collect(Collectors.joining(" ")));
        System.out.println(Stream.iterate(1, x -> x < 50, x -> x * 3).toList() + " " + Stream.generate(() -> "g").limit(3).toList());
        System.out.println(nums.stream().takeWhile(x -> x != 1).toList() + " " + nums.stream().dropWhile(x -> x != 1).toList());
        nums.stream().peek(x -> t("p", x)).filter(x -> t("f", x) > 4).map(x -> t("m", x + 1)).limit(2).forEach(x -> t("e", x));
        System.out.println(trace);
        trace.setLength(0);
        Stream.of(3, 1, 2).map(x -> t("m", x)).sorted().map(x -> t("s", x)).forEach(x -> {});
        System.out.println(trace);
        Stream<Integer> lazy = Stream.of(1).map(x -> t("never", x));
        System.out.println("lazy " + trace.indexOf("never"));
        System.out.println(Stream.concat(Stream.of(1, 2), Stream.of(3)).toList() + " " + Arrays.toString(nums.stream().toArray(Integer[]::new)) + " " + nums.stream().mapToInt(x -> x).sum());
        System.out.println(Stream.of("x", "yy").collect(ArrayList::new, ArrayList::add, ArrayList::addAll) + " " + Stream.of("bb", "a").collect(Collectors.toCollection(TreeSet::new)));
        List<P> ps = List.of(new P("Ann", 30, "Oslo"), new P("Bob", 25, "Rome"), new P("Cid", 35, "Oslo"), new P("Dan", 25, "Bern"), new P("Eve", 30, "Rome"));
        System.out.println(ps.stream().sorted(Comparator.comparing(P::age).thenComparing(P::name, Comparator.reverseOrder())).map(P::name).toList());
        System.out.println(new TreeMap<>(ps.stream().collect(Collectors.groupingBy(P::city, Collectors.mapping(P::name, Collectors.joining("+"))))));
        System.out.println(new TreeMap<>(ps.stream().collect(Collectors.groupingBy(P::age, Collectors.counting()))) + " " + ps.stream().collect(Collectors.partitioningBy(p -> p.age() > 28, Collectors.mapping(P::name, Collectors.toList()))));
        System.out.println(ps.stream().collect(Collectors.toMap(P::name, P::age, (a, b) -> a, LinkedHashMap::new)) + " " + ps.stream().collect(Collectors.averagingInt(P::age)) + " " + ps.stream().collect(Collectors.summingInt(P::age)));
        System.out.println("" + ps.stream().collect(Collectors.groupingBy(P::city, TreeMap::new, Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparing(P::age)), o -> o.get().name()))));
        System.out.println(ps.stream().collect(Collectors.summarizingInt(P::age)) + " " + ps.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.averagingDouble(P::age), (n, a) -> n + ":" + a)));
        System.out.println(ps.stream().collect(Collectors.reducing(0, P::age, Integer::sum)) + " " + ps.stream().map(P::name).collect(Collectors.filtering(n -> n.compareTo("C") > 0, Collectors.toList())) + " " + ps.stream().collect(Collectors.flatMapping(p -> p.name().chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new))));
        try {
            Stream.of("a", "a").collect(Collectors.toMap(Function.identity(), String::length));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Stream<Integer> used = nums.stream();
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Stream.of(1, 2, 3, 4).<String>mapMulti((x, sink) -> { if (x % 2 == 0) { sink.accept("e" + x); sink.accept("E" + x); } }).toList());
        System.out.println(nums.parallelStream().mapToInt(x -> x).sum() + " " + nums.parallelStream().map(x -> x + 1).collect(Collectors.toList()) + " " + nums.stream().isParallel());
        Iterator<Integer> it = Stream.of(7, 8).iterator();
        System.out.println(it.next() + it.next() + " " + it.hasNext());
        try (Stream<String> st = Stream.of("c").onClose(() -> System.out.println("closed"))) { System.out.println(st.count()); }
        System.out.println(Stream.of(List.of(1, 2), List.of(3), List.<Integer>of()).flatMap(List::stream).map(x -> x * x).toList() + " " + Stream.ofNullable(null).count() + " " + Stream.builder().add("b").add("c").build().toList());
        System.out.println(nums.stream().unordered().sequential().skip(1).limit(2).toList() + " " + nums.stream().reduce("", (s, x) -> s + x, String::concat) + " " + Collections.max(nums, Comparator.comparing(x -> -x)));
    }
}
