// Lambdas: captured values of every type, nesting, recursion, this, identity of results, loops.
import java.util.ArrayList;
import java.util.List;
import java.util.function.*;

public class Captures {
    int field = 10;
    static int statics = 100;

    Supplier<Integer> ofThis() { return () -> field++; }
    Supplier<Supplier<Integer>> nested() { return () -> () -> field * 2 + statics; }

    static Supplier<String> all(boolean z, byte b, short s, char c, int i, long l, float f, double d, String str, int[] arr) {
        return () -> z + " " + b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + arr[0]++;
    }

    static Function<Integer, Function<Integer, Function<Integer, Integer>>> curry() { return a -> b -> c -> a * 100 + b * 10 + c; }

    static Function<Integer, Integer> fact;
    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) { return x -> g.apply(f.apply(x)); }

    interface Rec<T> { T apply(Rec<T> self, T n); }

    static long count(int n, LongUnaryOperator op) { long x = 1; for (int i = 0; i < n; i++) x = op.applyAsLong(x); return x; }

    static Runnable counter(StringBuilder sb) {
        int[] n = {0};
        return () -> sb.append(++n[0]).append(',');
    }

    interface Shape { int area(); default Shape twice() { return () -> area() * 2; } }

    public static void main(String[] args) {
        Captures c = new Captures();
        Supplier<Integer> s = c.ofThis();
        System.out.println(s.get() + " " + s.get() + " " + c.field + " " + c.ofThis().get());
        System.out.println(c.nested().get().get());
        int[] arr = {5};
        Supplier<String> a = all(true, (byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, "s", arr);
        System.out.println(a.get());
        System.out.println(a.get() + " " + arr[0]);
        System.out.println(curry().apply(1).apply(2).apply(3));
        fact = n -> n <= 1 ? 1 : n * fact.apply(n - 1);
        System.out.println(fact.apply(10));
        Rec<Integer> fib = (self, n) -> n < 2 ? n : self.apply(self, n - 1) + self.apply(self, n - 2);
        System.out.println(fib.apply(fib, 15));
        System.out.println(compose((String x) -> x.length(), x -> x * 1.5).apply("four"));
        System.out.println(count(40, x -> x * 3 + 1));
        StringBuilder sb = new StringBuilder();
        Runnable r1 = counter(sb), r2 = counter(sb);
        r1.run(); r1.run(); r2.run(); r1.run();
        System.out.println(sb);
        List<IntSupplier> list = new ArrayList<>();
        for (int i = 0; i < 5; i++) { int j = i * i; list.add(() -> j); }
        for (String w : new String[] {"a", "bb", "ccc"}) list.add(w::length);
        int total = 0;
        for (IntSupplier is : list) total = total * 10 + is.getAsInt();
        System.out.println(total);
        Shape sq = () -> 9;
        System.out.println(sq.twice().twice().area());
        Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + Function.<Integer>identity().apply(7));
        Predicate<Integer> even = x -> x % 2 == 0, big = x -> x > 10;
        System.out.println(even.and(big).test(12) + " " + even.or(big).test(11) + " " + even.negate().test(4) + " " + Predicate.not(big).test(5) + " " + Predicate.isEqual("x").test("x"));
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(x -> "sum " + x).apply(3, 4));
        Consumer<List<Integer>> c1 = l -> l.add(1), c2 = l -> l.add(2);
        List<Integer> out = new ArrayList<>();
        c1.andThen(c2).andThen(c1).accept(out);
        System.out.println(out);
        IntPredicate ip = x -> x > 0;
        IntUnaryOperator iu = x -> x - 3;
        System.out.println(ip.and(x -> x < 10).test(5) + " " + iu.andThen(x -> x * x).applyAsInt(10) + " " + iu.compose(x -> x * x).applyAsInt(10));
        BinaryOperator<String> longer = BinaryOperator.maxBy((x, y) -> x.length() - y.length());
        System.out.println(longer.apply("abc", "de") + " " + UnaryOperator.identity().apply("id"));
        Runnable block = () -> {
            class L { int v = statics; }
            L l = new L();
            l.v += 5;
            Runnable in = () -> System.out.println("local class in lambda " + l.v);
            in.run();
        };
        block.run();
        Supplier<Runnable> sr = () -> () -> System.out.println("deep");
        sr.get().run();
        boolean same = true;
        Supplier<Object> first = null;
        for (int i = 0; i < 3; i++) {
            Supplier<Object> now = () -> "const";
            if (first == null) first = now;
            same &= first.get() == now.get();
        }
        System.out.println(same);
        Object o = (Runnable) () -> {};
        System.out.println((o instanceof Runnable) + " " + (o instanceof Supplier) + " " + o.getClass().isInterface() + " " + o.getClass().isSynthetic() + " " + o.equals(o));
        BooleanSupplier bs = () -> { try { return Integer.parseInt("x") > 0; } catch (NumberFormatException e) { return true; } };
        System.out.println(bs.getAsBoolean());
        Function<Object, String> sw = x -> switch (x.hashCode()) { case 1 -> "one"; default -> { String t = "h" + x.hashCode(); yield t; } };
        System.out.println(sw.apply(1) + sw.apply(2));
        LongBinaryOperator lb = (x, y) -> x << y;
        DoubleBinaryOperator db = Math::pow;
        ToLongBiFunction<Integer, Long> tl = (x, y) -> x + y;
        System.out.println(lb.applyAsLong(1, 40) + " " + db.applyAsDouble(2, 3) + " " + tl.applyAsLong(1, 2L));
    }
}
