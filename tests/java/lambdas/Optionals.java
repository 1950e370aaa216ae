// Optional in full.
import java.util.*;
import java.util.stream.Stream;

public class Optionals {
    record User(String name, Optional<String> mail) {}

    public static void main(String[] args) {
        Optional<String> full = Optional.of("value"), none = Optional.empty(), nul = Optional.ofNullable(null);
        System.out.println(full + " " + none + " " + nul.isPresent() + " " + full.isEmpty() + " " + full.equals(Optional.of("value")) + " " + none.equals(nul) + " " + full.hashCode() + " " + none.hashCode());
        System.out.println(full.get() + " " + none.orElse("else") + " " + none.orElseGet(() -> "got") + " " + full.orElseThrow());
        System.out.println(full.map(String::length) + " " + none.map(String::length) + " " + full.map(x -> null) + " " + full.flatMap(x -> Optional.of(x + "!")) + " " + none.flatMap(x -> full));
        System.out.println(full.filter(x -> x.length() > 3) + " " + full.filter(String::isEmpty) + " " + none.or(() -> full) + " " + full.or(() -> none) + " " + full.stream().count() + " " + none.stream().count());
        full.ifPresent(x -> System.out.println("has " + x));
        none.ifPresent(x -> System.out.println("never"));
        none.ifPresentOrElse(x -> System.out.println("never"), () -> System.out.println("empty action"));
        for (Optional<String> o : List.of(full, none)) {
            try {
                System.out.println(o.orElseThrow(() -> new IllegalStateException("nothing there")));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            try {
                System.out.println(o.get());
            } catch (NoSuchElementException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Optional.of(null);
        } catch (NullPointerException e) {
            System.out.println("of(null)");
        }
        List<User> users = List.of(new User("a", Optional.of("a@x")), new User("b", Optional.empty()), new User("c", Optional.of("c@z")));
        System.out.println(users.stream().map(User::mail).flatMap(Optional::stream).toList());
        System.out.println(users.stream().filter(u -> u.mail().isEmpty()).findFirst().map(User::name).orElse("-"));
        System.out.println(Stream.of(1, 2, 3).reduce(Integer::sum).map(x -> x * 2).filter(x -> x > 10).isPresent());
        int[] calls = {0};
        System.out.println(full.orElseGet(() -> { calls[0]++; return "x"; }) + calls[0]);
        Map<String, Integer> m = new HashMap<>(Map.of("k", 1));
        System.out.println(Optional.ofNullable(m.get("k")).map(v -> v + 1).orElse(0) + Optional.ofNullable(m.get("z")).orElse(-1));
        System.out.println(Optional.of(Optional.of(1)).flatMap(x -> x).get() + " " + Optional.of(new int[] {4}).map(a -> a[0]).get());
        OptionalInt oi = OptionalInt.of(5);
        OptionalDouble od = OptionalDouble.empty();
        System.out.println(oi + " " + oi.getAsInt() + " " + od + " " + od.orElse(1.5) + " " + oi.equals(OptionalInt.of(5)) + " " + oi.hashCode() + " " + OptionalLong.of(7).stream().sum());
        System.out.println(Objects.requireNonNullElse(null, "def") + " " + Objects.requireNonNullElseGet("v", () -> "no") + " " + Objects.equals(null, null) + " " + Objects.hash(1, 2, 3) + " " + Objects.toString(null, "nil") + " " + Objects.hashCode(null) + " " + Objects.isNull(full) + " " + Objects.compare(1, 2, Integer::compare));
        System.out.println(Objects.checkIndex(2, 3) + " " + Objects.deepEquals(new int[] {1}, new int[] {1}) + " " + Objects.hash() + " " + Objects.hash((Object) null));
    }
}
