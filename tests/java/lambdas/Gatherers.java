// Stream gatherers, mapConcurrent left out; new methods of streams.
//@ jdk: 25
import java.util.*;
import java.util.stream.*;

public class Gatherers {
    static <T> Gatherer<T, ?, T> everyOther() { return Gatherer.ofSequential(() -> new int[1], (state, x, down) -> state[0]++ % 2 == 0 ? down.push(x) : true); }
    static <T extends Comparable<T>> Gatherer<T, ?, T> increasing() { return Gatherer.ofSequential(() -> new ArrayList<T>(), (s, x, down) -> { if (s.isEmpty() || s.get(0).compareTo(x) < 0) { s.clear(); s.add(x); return down.push(x); } return true; }); }

    public static void main(String[] args) {
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(java.util.stream.Gatherers.windowFixed(2)).toList());
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(java.util.stream.Gatherers.windowSliding(3)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).gather(java.util.stream.Gatherers.scan(() -> 0, Integer::sum)).toList());
        System.out.println(Stream.of("a", "b", "c").gather(java.util.stream.Gatherers.fold(() -> "", (s, x) -> s + x + s.length())).toList());
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(everyOther()).toList());
        System.out.println(Stream.of(3, 1, 4, 1, 5, 9, 2, 6).gather(increasing()).toList());
        System.out.println(IntStream.range(0, 20).boxed().gather(everyOther().andThen(java.util.stream.Gatherers.windowFixed(4))).toList());
        System.out.println(Stream.iterate(1, x -> x * 2).gather(everyOther()).limit(5).toList());
        System.out.println(Stream.<Integer>empty().gather(java.util.stream.Gatherers.windowFixed(2)).toList());
        try { java.util.stream.Gatherers.windowFixed(0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Stream.of(5, 6).<String>gather(Gatherer.of((_, x, down) -> down.push("<" + x + ">"))).collect(Collectors.joining()));
        System.out.println(Stream.of(1, 2, 3).gather(Gatherer.<Integer, int[], Integer>ofSequential(() -> new int[1], (s, x, _) -> { s[0] += x; return true; }, (s, down) -> down.push(s[0]))).findFirst().get());
        record Point(int x, int y) {}
        Object o = new Point(3, 4);
        String r = switch (o) {
            case Point(int x, int _) when x > 5 -> "far";
            case Point(_, var y) -> "y " + y;
            default -> "none";
        };
        System.out.println(r);
        StringBuilder sb = new StringBuilder();
        sb.repeat('x', 3).repeat("ab", 2);
        System.out.println(sb + " " + "hello".chars().mapToObj(Character::toString).toList().reversed());
    }
}
