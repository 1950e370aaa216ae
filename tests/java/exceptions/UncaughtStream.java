// An uncaught exception out of nested lambdas, streams, iterators and constructors: frames of the JDK between our own.
//@ exit: 1
import java.util.*;
import java.util.stream.*;

public class UncaughtStream {
    static class Parser {
        final int v;
        Parser(String s) { v = check(s); }
        static int check(String s) {
            try {
                return Integer.parseInt(s);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("not a number: " + s, e);
            }
        }
    }

    public static void main(String[] args) {
        Map<String, List<String>> in = new TreeMap<>();
        in.put("good", List.of("1", "2"));
        in.put("late", List.of("3", "x4"));
        in.forEach((k, v) -> System.out.println(k + v.stream()
            .map(s -> new Parser(s))
            .mapToInt(p -> p.v)
            .boxed()
            .collect(Collectors.toList())));
        System.out.println("never");
    }
}
