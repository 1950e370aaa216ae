// Lazy sequences, memoised suppliers, generators by iterator, trampolines, Y combinator, continuations as lambdas, parser combinators.
import java.util.*;
import java.util.function.*;

public class Laziness {
    interface Seq<T> extends Supplier<Seq.Cell<T>> { record Cell<T>(T head, Seq<T> tail) {} default Seq<T> filter(Predicate<T> p) { return () -> { Cell<T> c = get(); while (!p.test(c.head())) c = c.tail().get(); Cell<T> d = c; return new Cell<>(d.head(), d.tail().filter(p)); }; } default <R> Seq<R> map(Function<T, R> f) { return () -> { Cell<T> c = get(); return new Cell<>(f.apply(c.head()), c.tail().map(f)); }; } default List<T> take(int n) { List<T> l = new ArrayList<>(); Seq<T> s = this; for (int i = 0; i < n; i++) { Cell<T> c = s.get(); l.add(c.head()); s = c.tail(); } return l; } static Seq<Integer> from(int n) { return () -> new Cell<>(n, from(n + 1)); } }
    static Seq<Integer> sieve(Seq<Integer> s) { return () -> { Seq.Cell<Integer> c = s.get(); int p = c.head(); return new Seq.Cell<>(p, sieve(c.tail().filter(x -> x % p != 0))); }; }
    static <T> Supplier<T> memo(Supplier<T> s) { return new Supplier<>() { T v; boolean done; public T get() { if (!done) { v = s.get(); done = true; } return v; } }; }
    static <A, B> Function<A, B> memoFn(Function<Function<A, B>, Function<A, B>> f) { Map<A, B> m = new HashMap<>(); return new Function<>() { public B apply(A a) { B b = m.get(a); if (b == null) { b = f.apply(this).apply(a); m.put(a, b); } return b; } }; }
    sealed interface Tramp<T> { record Done<T>(T v) implements Tramp<T> {} record More<T>(Supplier<Tramp<T>> next) implements Tramp<T> {} default T run() { Tramp<T> t = this; while (t instanceof More<T> m) t = m.next().get(); return ((Done<T>) t).v(); } }
    static Tramp<Long> sum(long n, long acc) { return n == 0 ? new Tramp.Done<>(acc) : new Tramp.More<>(() -> sum(n - 1, acc + n)); }
    interface Self<F> { F apply(Self<F> s); }
    static <A, B> Function<A, B> y(Function<Function<A, B>, Function<A, B>> f) { Self<Function<A, B>> s = x -> f.apply(a -> x.apply(x).apply(a)); return s.apply(s); }
    static void factCps(int n, IntConsumer k) { if (n < 2) k.accept(1); else factCps(n - 1, r -> k.accept(r * n)); }
    static <T> Iterable<T> gen(Consumer<Consumer<T>> body) { return () -> { List<T> l = new ArrayList<>(); body.accept(l::add); return l.iterator(); }; }

    record Res<T>(T v, String rest) {}
    interface P<T> extends Function<String, Optional<Res<T>>> {
        static P<Character> ch(Predicate<Character> p) { return s -> s.isEmpty() || !p.test(s.charAt(0)) ? Optional.empty() : Optional.of(new Res<>(s.charAt(0), s.substring(1))); }
        default <R> P<R> map(Function<T, R> f) { return s -> apply(s).map(r -> new Res<>(f.apply(r.v()), r.rest())); }
        default <R> P<R> then(Function<T, P<R>> f) { return s -> apply(s).flatMap(r -> f.apply(r.v()).apply(r.rest())); }
        default P<T> or(P<T> o) { return s -> apply(s).or(() -> o.apply(s)); }
        default P<List<T>> many() { return s -> { List<T> l = new ArrayList<>(); Optional<Res<T>> r; while ((r = apply(s)).isPresent()) { l.add(r.get().v()); s = r.get().rest(); } return Optional.of(new Res<>(l, s)); }; }
    }
    static final P<Integer> NUMBER = P.ch(Character::isDigit).then(d -> P.ch(Character::isDigit).many().map(ds -> { int v = d - '0'; for (char c : ds) v = v * 10 + c - '0'; return v; }));
    static P<Integer> chain(P<Integer> p, String ops, IntBinaryOperator[] fs) { return p.then(first -> P.ch(c -> ops.indexOf(c) >= 0).then(op -> p.map(v -> new int[] {ops.indexOf(op), v})).many().map(rest -> { int acc = first; for (int[] r : rest) acc = fs[r[0]].applyAsInt(acc, r[1]); return acc; })); }
    static P<Integer> atom() { return NUMBER.or(P.ch(c -> c == '(').then(o -> expr()).then(v -> P.ch(c -> c == ')').map(c -> v))); }
    static P<Integer> term() { return chain(s -> atom().apply(s), "*/", new IntBinaryOperator[] {(a, b) -> a * b, (a, b) -> a / b}); }
    static P<Integer> expr() { return chain(s -> term().apply(s), "+-", new IntBinaryOperator[] {Integer::sum, (a, b) -> a - b}); }

    public static void main(String[] args) {
        System.out.println(Seq.from(5).map(x -> x * x).filter(x -> x % 2 == 1).take(5) + " " + sieve(Seq.from(2)).take(12));
        int[] calls = {0};
        Supplier<Integer> m = memo(() -> ++calls[0] * 100);
        System.out.println(m.get() + m.get() + " " + calls[0]);
        Function<Integer, Long> fib = memoFn(self -> n -> n < 2 ? (long) n : self.apply(n - 1) + self.apply(n - 2));
        System.out.println(fib.apply(80));
        System.out.println(sum(5000, 0).run());
        System.out.println(Laziness.<Integer, Integer>y(f -> n -> n < 2 ? 1 : n * f.apply(n - 1)).apply(10));
        factCps(10, r -> System.out.println("cps " + r));
        for (String s : Laziness.<String>gen(yield -> { for (int i = 0; i < 3; i++) yield.accept("g" + i); })) System.out.print(s + " ");
        System.out.println();
        for (String s : new String[] {"1+2*3", "(1+2)*3", "100/5/2-3", "((7))", "2*(3+4)*5", "1+", "x", "(1"}) System.out.println(s + " -> " + expr().apply(s).map(r -> r.v() + (r.rest().isEmpty() ? "" : " left " + r.rest())).orElse("no parse"));
        BiFunction<Integer, Integer, Integer> add = (a, b) -> a + b;
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> add.apply(a, b);
        System.out.println(curried.apply(3).apply(4) + " " + add.andThen(Math::negateExact).apply(1, 2));
        Optional<Function<Integer, Integer>> composed = List.<Function<Integer, Integer>>of(x -> x + 1, x -> x * 2, x -> x - 3).stream().reduce(Function::andThen);
        System.out.println(composed.get().apply(10));
        Map<String, Supplier<Supplier<String>>> table = new TreeMap<>(Map.of("a", () -> () -> "A", "b", () -> "B"::toLowerCase));
        table.forEach((k, v) -> System.out.print(k + v.get().get() + " "));
        System.out.println();
    }
}
