// Every kind of method reference: static, bound, unbound, constructor, array, super, private, varargs, boxing.
import java.util.ArrayList;
import java.util.List;
import java.util.function.*;

public class MethodRefs {
    final String name;
    MethodRefs(String name) { this.name = name; }
    MethodRefs() { this("default"); }
    MethodRefs(int n, String s) { this(s + n); }
    String hello(String who) { return name + " greets " + who; }
    String me() { return "I am " + name; }
    private String secret() { return "secret " + name; }
    static int twice(int x) { return 2 * x; }
    static String join(Object... xs) { StringBuilder sb = new StringBuilder(); for (Object x : xs) sb.append(x).append('|'); return sb.toString(); }
    static long widen(long x) { return x + 1; }
    static void sink(Object o) { System.out.println("sink " + o); }
    @Override public String toString() { return "MR(" + name + ")"; }

    static class Sub extends MethodRefs {
        Sub(String n) { super(n); }
        @Override String me() { return "sub " + name; }
        Supplier<String> viaSuper() { return super::me; }
        Supplier<String> viaThis() { return this::me; }
    }

    class Inner { final int v; Inner(int v) { this.v = v; } String show() { return name + v; } }

    interface Tri { Object make(int n, String s); }
    interface Gen { <T> List<T> of(T a, T b); }
    static <T> List<T> two(T a, T b) { List<T> l = new ArrayList<>(); l.add(a); l.add(b); return l; }

    public static void main(String[] args) {
        IntUnaryOperator st = MethodRefs::twice;
        System.out.println(st.applyAsInt(21));
        Function<Integer, Integer> boxed = MethodRefs::twice;
        System.out.println(boxed.apply(4));
        Function<Integer, Long> widened = x -> widen(x);
        IntToLongFunction wide = MethodRefs::widen;
        System.out.println(widened.apply(4) + " " + wide.applyAsLong(5));
        MethodRefs m = new MethodRefs("bound");
        Function<String, String> bound = m::hello;
        m = new MethodRefs("other");
        System.out.println(bound.apply("x"));
        BiFunction<MethodRefs, String, String> unbound = MethodRefs::hello;
        System.out.println(unbound.apply(m, "y"));
        Function<MethodRefs, String> priv = MethodRefs::secret;
        System.out.println(priv.apply(m));
        Supplier<MethodRefs> ctor = MethodRefs::new;
        Function<String, MethodRefs> ctor1 = MethodRefs::new;
        Tri ctor2 = MethodRefs::new;
        System.out.println(ctor.get() + " " + ctor1.apply("one") + " " + ctor2.make(2, "two") + " " + (ctor.get() == ctor.get()));
        IntFunction<int[]> arr = int[]::new;
        Function<Integer, String[][]> arr2 = String[][]::new;
        System.out.println(arr.apply(3).length + " " + arr2.apply(2).length);
        Sub s = new Sub("s");
        System.out.println(s.viaSuper().get() + " " + s.viaThis().get());
        Supplier<String> virt = ((MethodRefs) s)::me;
        System.out.println(virt.get());
        BiFunction<Object, Object, String> va = MethodRefs::join;
        Supplier<String> va0 = MethodRefs::join;
        System.out.println(va.apply(1, "b") + " " + va0.get());
        MethodRefs outer = m;
        IntFunction<Inner> inner = outer.new Inner(0).getClass() == Inner.class ? v -> outer.new Inner(v) : null;
        Function<Inner, String> show = Inner::show;
        System.out.println(show.apply(inner.apply(7)));
        Consumer<String> discards = MethodRefs::hello2;
        discards.accept("discarded result");
        Runnable r = ArrayList::new;
        r.run();
        ToIntFunction<String> len = String::length;
        Comparator2<String> cmp = String::compareTo;
        BiPredicate<String, String> eq = String::equalsIgnoreCase;
        System.out.println(len.applyAsInt("four") + " " + cmp.compare("a", "b") + " " + eq.test("Q", "q"));
        Function<Object, String> obj = Object::toString;
        Supplier<Class<?>> cls = "str"::getClass;
        System.out.println(obj.apply(12) + " " + cls.get().getSimpleName());
        Gen gen = MethodRefs::two;
        System.out.println(gen.of("a", "b") + " " + gen.of(1, 2));
        BinaryOperator<Integer> max = Math::max;
        IntBinaryOperator sum = Integer::sum;
        UnaryOperator<String> up = String::toUpperCase;
        System.out.println(max.apply(3, 9) + " " + sum.applyAsInt(3, 9) + " " + up.apply("up"));
        Supplier<Integer> unboxing = List.of(1, 2, 3)::size;
        Function<List<String>, Integer> ifaceRef = List::size;
        System.out.println(unboxing.get() + " " + ifaceRef.apply(List.of("z")));
        new ArrayList<>(List.of(1, 2)).forEach(MethodRefs::sink);
        try {
            MethodRefs none = null;
            Supplier<String> bad = none::me;
            System.out.println("not reached");
        } catch (NullPointerException e) {
            System.out.println("null receiver fails early");
        }
        try {
            Function<MethodRefs, String> late = MethodRefs::me;
            late.apply(null);
        } catch (NullPointerException e) {
            System.out.println("null argument fails late");
        }
        int[] data = {5};
        IntUnaryOperator cap = data.clone()[0] > 3 ? MethodRefs::twice : x -> x;
        System.out.println(cap.applyAsInt(8));
        ToDoubleFunction<Integer> d = Integer::doubleValue;
        DoubleUnaryOperator neg = x -> -x;
        DoubleToIntFunction trunc = x -> (int) x;
        ObjIntConsumer<String> oic = (str, i) -> System.out.println(str.charAt(i));
        oic.accept("char", 2);
        System.out.println(d.applyAsDouble(3) + " " + neg.applyAsDouble(0) + " " + trunc.applyAsInt(3.99));
    }

    static int hello2(String s) { System.out.println("hello2 " + s); return 7; }
    interface Comparator2<T> { int compare(T a, T b); }
}
