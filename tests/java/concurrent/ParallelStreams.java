import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Parallel streams whose results do not depend on how the work is split. */
public class ParallelStreams {
    public static void main(String[] args) throws Exception {
        System.out.println("sum " + IntStream.rangeClosed(1, 1000).parallel().sum());
        System.out.println("product " + LongStream.rangeClosed(1, 20).parallel().reduce(1, (a, b) -> a * b));
        System.out.println("ordered collect " + IntStream.range(0, 20).parallel().mapToObj(Integer::toString)
                .collect(Collectors.joining(",")));
        List<Integer> list = IntStream.range(0, 500).boxed().collect(Collectors.toList());
        System.out.println("filter and map " + list.parallelStream().filter(n -> n % 50 == 0).map(n -> n * n)
                .collect(Collectors.toList()));
        System.out.println("grouping " + new TreeMap<>(list.parallelStream()
                .collect(Collectors.groupingBy(n -> n % 5, Collectors.counting()))));
        Map<Boolean, List<Integer>> parts = list.parallelStream().limit(10)
                .collect(Collectors.partitioningBy(n -> n % 2 == 0));
        System.out.println("partition " + parts);
        ConcurrentHashMap<Integer, Integer> concurrent = new ConcurrentHashMap<>(list.parallelStream()
                .collect(Collectors.toConcurrentMap(n -> n % 7, n -> 1, Integer::sum)));
        System.out.println("concurrent map " + new TreeMap<>(concurrent));
        System.out.println("match " + list.parallelStream().anyMatch(n -> n == 499) + " "
                + list.parallelStream().allMatch(n -> n < 500) + " " + list.parallelStream().noneMatch(n -> n < 0));
        System.out.println("first " + list.parallelStream().filter(n -> n > 123).findFirst().get() + " any "
                + (list.parallelStream().filter(n -> n > 123).findAny().get() > 123));
        System.out.println("max " + list.parallelStream().max(Integer::compare).get() + " min "
                + list.parallelStream().mapToInt(n -> -n).min().getAsInt());
        StringBuffer inOrder = new StringBuffer();
        IntStream.range(0, 12).parallel().forEachOrdered(n -> inOrder.append(n).append(' '));
        System.out.println("forEachOrdered " + inOrder);
        LongAdder adder = new LongAdder();
        list.parallelStream().forEach(adder::add);
        System.out.println("forEach " + adder);
        System.out.println("sorted " + Stream.of(5, 3, 9, 1, 7).parallel().sorted().collect(Collectors.toList())
                + " distinct " + Stream.of(1, 2, 1, 3, 2).parallel().distinct().count());
        System.out.println("skip and limit " + IntStream.range(0, 100).parallel().skip(10).limit(5).boxed()
                .collect(Collectors.toList()));
        System.out.println("flatMap " + IntStream.rangeClosed(1, 4).parallel().boxed()
                .flatMap(n -> Stream.of(n, n * 10)).collect(Collectors.toList()));
        System.out.println("statistics " + IntStream.rangeClosed(1, 100).parallel().summaryStatistics());
        System.out.println("three-part reduce " + list.parallelStream().reduce(0, (s, n) -> s + n % 3, Integer::sum));
        System.out.println("is parallel " + list.parallelStream().isParallel() + " "
                + list.parallelStream().sequential().isParallel());
        ForkJoinPool own = new ForkJoinPool(2);
        System.out.println("in an own pool " + own.submit(() -> list.parallelStream().mapToInt(n -> n).sum()).get());
        own.shutdown();
        try {
            list.parallelStream().forEach(n -> {
                if (n == 250) {
                    throw new IllegalStateException("at 250");
                }
            });
        } catch (IllegalStateException e) {
            System.out.println("exception " + (e.getMessage().contains("250")));
        }
        int[] array = new int[2000];
        Arrays.parallelSetAll(array, i -> (i * 7919) % 2000);
        Arrays.parallelSort(array);
        System.out.println("parallelSort " + array[0] + " " + array[1000] + " " + array[1999]);
        Arrays.parallelPrefix(array, Integer::sum);
        System.out.println("parallelPrefix " + array[1999] + " stream "
                + Arrays.stream(array).parallel().max().getAsInt());
        Integer[] boxed = list.toArray(new Integer[0]);
        Arrays.parallelSort(boxed, (a, b) -> b - a);
        System.out.println("by comparator " + boxed[0] + " " + boxed[499]);
    }
}
