// IntStream, LongStream and DoubleStream, with statistics and conversions.
import java.util.*;
import java.util.stream.*;

public class PrimitiveStreams {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 5).boxed().toList() + " " + IntStream.rangeClosed(1, 5).sum() + " " + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b));
        System.out.println(IntStream.of(3, 1, 2).sorted().mapToObj(Integer::toString).collect(Collectors.joining(",")) + " " + IntStream.of(1, 2, 3).average().getAsDouble() + " " + IntStream.empty().average());
        System.out.println(IntStream.of(4, 8, 15, 16, 23, 42).summaryStatistics());
        System.out.println(LongStream.of(4, 8).summaryStatistics() + " " + DoubleStream.of(1.5, 2.5).summaryStatistics());
        System.out.println(IntStream.iterate(1, i -> i * 3).limit(6).sum() + " " + IntStream.iterate(10, i -> i > 0, i -> i - 3).boxed().toList() + " " + IntStream.generate(() -> 7).limit(3).sum());
        System.out.println(IntStream.range(0, 20).filter(i -> i % 3 == 0).map(i -> i * i).max().getAsInt() + " " + IntStream.range(0, 0).max().isPresent());
        System.out.println(Arrays.toString(IntStream.of(5, 5, 6).distinct().toArray()) + Arrays.toString("hello".chars().toArray()) + Arrays.toString(IntStream.range(0, 4).mapToDouble(i -> i / 2.0).toArray()));
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.range(0, 1000).filter(l -> (l & 7) == 0).count() + " " + LongStream.of(1L << 40).mapToInt(l -> (int) (l >> 35)).sum());
        System.out.println(DoubleStream.of(1, 2, 3).map(Math::sqrt).boxed().map(d -> String.format("%.3f", d)).toList() + " " + DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + DoubleStream.of(1, Double.NaN).max().getAsDouble());
        System.out.println(IntStream.range(0, 5).mapToObj(i -> "x".repeat(i)).collect(Collectors.toList()) + " " + IntStream.range(0, 3).mapToLong(i -> i * 10_000_000_000L).sum() + " " + IntStream.range(0, 3).asLongStream().sum() + " " + IntStream.range(0, 3).asDoubleStream().sum());
        System.out.println(IntStream.range(0, 10).anyMatch(i -> i == 5) + " " + IntStream.range(0, 10).allMatch(i -> i < 5) + " " + IntStream.range(5, 10).findFirst().getAsInt() + " " + IntStream.range(0, 10).skip(8).boxed().toList());
        System.out.println(IntStream.concat(IntStream.of(1), IntStream.of(2, 3)).sum() + " " + IntStream.of(1, 2).flatMap(i -> IntStream.range(0, i)).boxed().toList() + " " + IntStream.range(0, 8).takeWhile(i -> i < 3).sum() + " " + IntStream.range(0, 8).dropWhile(i -> i < 6).sum());
        System.out.println(IntStream.range(0, 1000).parallel().sum() + " " + IntStream.range(0, 100).parallel().filter(i -> i % 7 == 0).boxed().collect(Collectors.toList()));
        System.out.println("" + IntStream.range(0, 5).collect(StringBuilder::new, (sb, i) -> sb.append(i), StringBuilder::append));
        PrimitiveIterator.OfInt it = IntStream.of(1, 2).iterator();
        int s = 0;
        while (it.hasNext()) s = s * 10 + it.nextInt();
        System.out.println(s);
        System.out.println(Arrays.stream(new int[] {1, 2, 3, 4}, 1, 3).sum() + " " + Arrays.stream(new double[] {1.5, 2}).sum() + " " + Arrays.stream(new String[] {"p", "q"}).collect(Collectors.joining()));
        IntSummaryStatistics st = new IntSummaryStatistics();
        for (int i = -3; i < 3; i++) st.accept(i);
        System.out.println(st.getMin() + " " + st.getMax() + " " + st.getAverage() + " " + st.getSum() + " " + st.getCount() + " " + new IntSummaryStatistics().getMin() + " " + new DoubleSummaryStatistics().getMax());
        boolean[] comp = new boolean[60];
        System.out.println(IntStream.range(2, 60).filter(i -> !comp[i]).peek(i -> { for (int j = i * i; j < 60; j += i) comp[j] = true; }).boxed().toList());
        System.out.println(IntStream.rangeClosed(1, 15).mapToObj(i -> i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz" : i % 3 == 0 ? "Fizz" : "" + i).collect(Collectors.joining(" ")));
        System.out.println(Stream.of("3", "1", "2").mapToInt(Integer::parseInt).boxed().sorted(Collections.reverseOrder()).toList() + " " + Stream.of(1, 2, 3).mapToDouble(x -> x * 0.5).sum() + " " + Stream.of(1, 2).flatMapToInt(x -> IntStream.of(x, -x)).sum());
        System.out.println(Stream.iterate(new long[] {0, 1}, f -> new long[] {f[1], f[0] + f[1]}).limit(15).map(f -> f[0]).toList());
        OptionalInt oi = IntStream.of(9).findAny();
        System.out.println(oi + " " + OptionalInt.empty() + " " + OptionalDouble.of(2.5) + " " + OptionalLong.of(3).getAsLong() + " " + oi.orElse(1) + " " + OptionalInt.empty().orElseGet(() -> 4));
        oi.ifPresent(v -> System.out.println("present " + v));
        oi.ifPresentOrElse(v -> System.out.println("yes"), () -> System.out.println("no"));
        double[] ds = DoubleStream.iterate(1, d -> d / 2).limit(20).toArray();
        System.out.println(Arrays.stream(ds).sum() + " " + ds.length);
        System.out.println(IntStream.rangeClosed(1, 3).boxed().collect(Collectors.toMap(i -> i, i -> i * i)) + " " + IntStream.range(0, 12).boxed().collect(Collectors.partitioningBy(i -> i % 2 == 0)));
        System.out.println("" + "mississippi".chars().mapToObj(c -> (char) c).collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.counting())));
    }
}
