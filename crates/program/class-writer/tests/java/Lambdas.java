import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.*;

/** Lambdas and method references of every shape, in the language of Java 8. */
public class Lambdas {
    static void show(Object... values) {
        System.out.println(Arrays.deepToString(values));
    }

    // ---- interfaces with every kind of parameter and result

    interface ToByte { byte get(); }
    interface ToShort { short get(); }
    interface ToChar { char get(); }
    interface ToFloat { float get(); }
    interface Wide { double all(byte b, short s, char c, int i, long l, float f); }
    interface Many { String all(boolean z, byte b, short s, char c, int i, long l, float f, double d, Object o); }
    interface LongToObject { Object make(long value); }
    interface IntToLongBox { Long make(int value); }
    interface CharTo<T> { T make(char value); }
    interface Maker<T> { T make(); }
    interface Maker1<A, T> { T make(A a); }
    interface Maker2<A, B, T> { T make(A a, B b); }
    interface Maker3<A, B, C, T> { T make(A a, B b, C c); }
    interface Varargs3 { String join(String a, String b, String c); }
    interface IntVarargs { int sum(int a, Integer b, short c); }

    static double sum(double a, double b, double c, double d, double e, double f) {
        return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f;
    }

    static String all(Object z, Object b, Object s, Object c, Object i, Object l, Object f, Object d, Object o) {
        StringBuilder out = new StringBuilder();
        for (Object x : new Object[] {z, b, s, c, i, l, f, d, o}) {
            out.append(x == null ? "null" : x.getClass().getSimpleName()).append(' ').append(x).append(';');
        }
        return out.toString();
    }

    static String primitives(boolean z, byte b, short s, char c, int i, long l, float f, double d) {
        return new StringBuilder().append(z).append(b).append(s).append(c).append(i).append(l).append(f).append(d)
            .toString();
    }

    interface Boxes<A, B, C, D, E, F, G, H> { String take(A a, B b, C c, D d, E e, F f, G g, H h); }

    static int twice(int x) { return 2 * x; }
    static long twiceLong(long x) { return 2 * x; }
    static Integer boxedTwice(Integer x) { return 2 * x; }
    static String join(String... parts) { return String.join("+", parts); }
    static int total(int... parts) { return Arrays.stream(parts).sum(); }
    static String objects(Object... parts) { return Arrays.toString(parts); }

    static void conversions() {
        IntUnaryOperator same = Lambdas::twice;
        IntToLongFunction widened = Lambdas::twice;
        IntToLongFunction widenedArgument = Lambdas::twiceLong;
        IntToDoubleFunction toDouble = Lambdas::twiceLong;
        IntFunction<Integer> boxed = Lambdas::twice;
        IntFunction<Object> boxedObject = Lambdas::twice;
        IntFunction<Number> boxedNumber = Lambdas::twice;
        IntFunction<Comparable<Integer>> boxedComparable = Lambdas::twice;
        Function<Integer, Integer> bothBoxed = Lambdas::twice;
        Function<Integer, Long> unboxedAndWidened = Lambdas::twiceLong;
        Function<Short, Long> shortToLong = Lambdas::twiceLong;
        Function<Byte, Integer> byteToInt = Lambdas::twice;
        Function<Character, Integer> charToInt = Lambdas::twice;
        Function<Character, Long> charToLong = Lambdas::twiceLong;
        ToIntFunction<Integer> unboxed = Lambdas::boxedTwice;
        ToLongFunction<Integer> unboxedLong = Lambdas::boxedTwice;
        ToDoubleFunction<Integer> unboxedDouble = Lambdas::boxedTwice;
        IntUnaryOperator throughBoxes = Lambdas::boxedTwice;
        show(same.applyAsInt(1), widened.applyAsLong(2), widenedArgument.applyAsLong(3), toDouble.applyAsDouble(4));
        show(boxed.apply(5), boxedObject.apply(6), boxedNumber.apply(7), boxedComparable.apply(8));
        show(bothBoxed.apply(9), unboxedAndWidened.apply(10), shortToLong.apply((short) -11), byteToInt.apply((byte) -12));
        show(charToInt.apply('\uffff'), charToLong.apply('a'), unboxed.applyAsInt(13), unboxedLong.applyAsLong(14));
        show(unboxedDouble.applyAsDouble(15), throughBoxes.applyAsInt(16));
        Wide wide = Lambdas::sum;
        show(wide.all((byte) -1, (short) -2, '\u8000', Integer.MIN_VALUE, Long.MAX_VALUE, 0.1f));
        Many many = Lambdas::all;
        show(many.all(true, (byte) -1, (short) 2, 'c', 4, 5L, 6f, 7d, null));
        Boxes<Boolean, Byte, Short, Character, Integer, Long, Float, Double> boxes = Lambdas::primitives;
        show(boxes.take(true, (byte) -1, (short) 2, 'c', 4, 5L, 6f, 7d));
        ToByte b = () -> (byte) 300;
        ToShort s = () -> (short) 70000;
        ToChar c = () -> (char) -1;
        ToFloat f = () -> 1 / 3f;
        ToFloat fromInt = () -> Integer.MAX_VALUE;
        show(b.get(), s.get(), c.get(), f.get(), fromInt.get());
        LongToObject o = Long::valueOf;
        CharTo<Integer> charTo = Character::getNumericValue;
        CharTo<Object> charToObject = Character::valueOf;
        IntToLongBox made = x -> (long) x;
        show(o.make(1L << 40), charTo.make('7'), charToObject.make('x'), made.make(3));
        BooleanSupplier yes = Boolean.TRUE::booleanValue;
        Supplier<Boolean> boxedYes = yes::getAsBoolean;
        Predicate<Boolean> isTrue = Boolean::booleanValue;
        show(yes.getAsBoolean(), boxedYes.get(), isTrue.test(false));
        Consumer<List<Integer>> dropped = list -> list.add(1);
        BiConsumer<List<Object>, Object> droppedReference = List::add;
        Consumer<String> droppedLong = Long::parseLong;
        Runnable droppedConstructor = Lambdas::new;
        List<Object> list = new ArrayList<>();
        droppedReference.accept(list, "x");
        droppedLong.accept("12");
        droppedConstructor.run();
        show(list, dropped != null);
        for (Runnable wrong : new Runnable[] {
            () -> bothBoxed.apply(null),
            () -> ((Function<Object, Object>) (Function<?, ?>) bothBoxed).apply("no"),
            () -> ((Function<Object, Object>) (Function<?, ?>) shortToLong).apply(1),
            () -> ((Function<Object, Object>) (Function<?, ?>) charToLong).apply(1),
            () -> unboxed.applyAsInt(null),
        }) {
            try {
                wrong.run();
                show("no exception");
            } catch (RuntimeException e) {
                show(e.getClass());
            }
        }
    }

    // ---- receivers

    private int state = 5;
    private int bump(int by) { return state += by; }
    private static String secret(Object x) { return "secret " + x; }
    protected String name() { return "Lambdas" + state; }
    @Override public String toString() { return "L" + state; }

    static class Sub extends Lambdas {
        @Override protected String name() { return "Sub"; }
        Supplier<String> superName() { return super::name; }
        Supplier<String> ownName() { return this::name; }
        Supplier<String> outerOfSuper() { return () -> super.name() + name(); }
    }

    void receivers() {
        IntUnaryOperator bound = this::bump;
        ToIntBiFunction<Lambdas, Integer> unbound = Lambdas::bump;
        Function<Object, String> hidden = Lambdas::secret;
        Function<Lambdas, String> virtual = Lambdas::name;
        IntUnaryOperator captures = x -> state += x;
        show(bound.applyAsInt(1), unbound.applyAsInt(this, 2), captures.applyAsInt(3), hidden.apply(4));
        show(virtual.apply(this), virtual.apply(new Sub()), new Sub().superName().get(), new Sub().ownName().get());
        show(new Sub().outerOfSuper().get());
        Function<String, Integer> length = String::length;
        Supplier<Integer> boundLength = "four"::length;
        BiFunction<String, String, Boolean> equals = String::equals;
        Comparator<String> compare = String::compareTo;
        Function<List<?>, Integer> size = List::size;
        Supplier<Object> interfaceObjectMethod = ((CharSequence) "chars")::toString;
        Function<CharSequence, String> unboundInterfaceObjectMethod = CharSequence::toString;
        Function<Object, Class<?>> getClass = Object::getClass;
        Function<int[], int[]> clone = int[]::clone;
        show(length.apply("abc"), boundLength.get(), equals.apply("a", "a"), compare.compare("a", "b"));
        show(size.apply(Arrays.asList(1, 2)), interfaceObjectMethod.get(), unboundInterfaceObjectMethod.apply("x"));
        show(getClass.apply(1), clone.apply(new int[] {1, 2}));
        try {
            Lambdas none = null;
            IntUnaryOperator never = none::bump;
            show("no exception", never);
        } catch (NullPointerException e) {
            show("null receiver");
        }
        try {
            virtual.apply(null);
        } catch (NullPointerException e) {
            show("null argument");
        }
        List<Integer> old = Arrays.asList(3, 1, 2);
        Consumer<Comparator<? super Integer>> sort = old::sort;
        sort.accept(Comparator.reverseOrder());
        show(old);
        Supplier<String> inner = new Inner()::inside;
        show(inner.get(), new Inner().nested().get().get());
    }

    class Inner {
        private String inside() { return "inside" + state; }
        Inner self() { return this; }
        Supplier<Supplier<String>> nested() { return () -> () -> inside() + Lambdas.this.state; }
    }

    // ---- constructors

    static class Pair<A, B> {
        final A a;
        final B b;
        Pair() { this(null, null); }
        private Pair(A a, B b) { this.a = a; this.b = b; }
        Pair(long a, double b) { this.a = null; this.b = null; show(a, b); }
        Pair(Object... more) { this(null, null); show(more); }
        @Override public String toString() { return "(" + a + "," + b + ")"; }
    }

    static void constructors() {
        Maker<Pair<String, String>> none = Pair::new;
        Maker2<String, Integer, Pair<String, Integer>> two = Pair::new;
        Maker2<Integer, Float, Object> widened = Pair::new;
        Maker3<String, Integer, Object, Pair<?, ?>> varargs = Pair::new;
        show(none.make(), two.make("a", 1), widened.make(1, 2f), varargs.make("a", 2, null));
        IntFunction<int[]> array = int[]::new;
        IntFunction<String[][]> nested = String[][]::new;
        Maker1<Integer, Object[]> boxedArray = Object[]::new;
        show(array.apply(2), nested.apply(3).length, boxedArray.make(1));
        Function<String, Integer> parse = Integer::new;
        Function<String, Object> builder = StringBuilder::new;
        Supplier<List<String>> list = ArrayList::new;
        show(parse.apply("12"), builder.apply("sb").toString(), list.get(), list.get() == list.get());
        Supplier<Inner> inner = new Lambdas().new Inner()::self;
        show(inner.get().inside());
        class Local {
            final int captured = array.apply(3).length;
            Object seen() { return captured; }
        }
        Supplier<Local> local = Local::new;
        show(local.get().seen());
        try {
            array.apply(-1);
        } catch (NegativeArraySizeException e) {
            show("negative");
        }
    }

    // ---- varargs

    static void varargs() {
        Varargs3 three = Lambdas::join;
        IntVarargs ints = Lambdas::total;
        Supplier<String> zero = Lambdas::join;
        Function<String[], String> direct = Lambdas::join;
        BiFunction<Integer, String, String> mixed = Lambdas::objects;
        show(three.join("a", "b", "c"), ints.sum(1, 2, (short) 3), zero.get(), direct.apply(new String[] {"x", "y"}));
        show(mixed.apply(1, "z"));
    }

    // ---- captures

    static void captures() {
        boolean z = true; byte b = 1; short s = 2; char c = 'c'; int i = 4; long l = 1L << 40; float f = 6.5f; double d = 7.25;
        String o = "object"; int[] a = {1}; Object none = null;
        Supplier<Object> everything = () -> Arrays.asList(l, z, d, b, f, s, c, i, o, a[0], none);
        BiFunction<Long, Double, Object> mixed = (x, y) -> l + x + (long) (d * y) + i;
        show(everything.get(), mixed.apply(3L, 2.0));
        Supplier<Runnable> nested = () -> () -> show(l, d, o);
        nested.get().run();
        Supplier<Object> first = null, second = null;
        Supplier<Object> firstPlain = null, secondPlain = null;
        for (int n = 0; n < 2; n++) {
            int m = n;
            Supplier<Object> made = () -> m;
            Supplier<Object> plain = () -> "plain";
            if (n == 0) { first = made; firstPlain = plain; } else { second = made; secondPlain = plain; }
        }
        show(first != second, first.getClass() == second.getClass(), firstPlain == secondPlain);
        Maker<Object> many = () -> b + s + c + i + l + f + d + (z ? 1 : 0) + o.length() + a.length;
        show(many.make());
    }

    // ---- generics, bridges, markers

    interface Source<T> { T get(T t); }
    interface StringSource extends Source<String> { String get(String t); }
    interface Numbers<N extends Number> { N twice(N n); }
    interface Integers extends Numbers<Integer> { @Override Integer twice(Integer n); }
    interface Both extends Source<String>, Function<String, String> {
        @Override default String apply(String s) { return get(s); }
    }
    interface Marker {}
    interface Named { default String named() { return "named"; } }
    interface GenericMethodOwner<T extends Comparable<T>> { int order(T a, T b); }
    interface A1<T> { Object m(T t); }
    interface A2 { Object m(String s); }
    interface A12 extends A1<String>, A2 {}

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void generics() {
        StringSource source = x -> x + "!";
        show(source.get("a"), ((Source<String>) source).get("b"));
        try {
            ((Source) source).get(1);
        } catch (ClassCastException e) {
            show("bridge casts");
        }
        Integers integers = n -> n * 2;
        show(integers.twice(2), ((Numbers<Integer>) integers).twice(3));
        Both both = x -> x + x;
        show(both.get("c"), both.apply("d"), both.andThen(String::length).apply("ef"));
        GenericMethodOwner<String> order = String::compareTo;
        show(order.order("a", "b"));
        Runnable marked = (Runnable & Marker & Named) () -> show("marked");
        marked.run();
        show(marked instanceof Marker, ((Named) marked).named());
        Function<String, Integer> plain = (Function<String, Integer> & Marker) String::length;
        show(plain.apply("abc"), plain instanceof Marker, plain instanceof Serializable);
        A12 a12 = s -> s.length();
        show(((A2) a12).m("four"), ((A1) a12).m("three"));
        Comparator<String> chain = Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());
        TreeSet<String> sorted = new TreeSet<>(chain.reversed());
        sorted.addAll(Arrays.asList("bb", "a", "ccc", "aa"));
        show(sorted);
        Function<Object, Object> heap = (Function<Object, Object>) (Function) (Function<Integer, Integer>) x -> x + 1;
        try {
            heap.apply("text");
        } catch (ClassCastException e) {
            show("heap pollution");
        }
    }

    // ---- default, static and private methods of interfaces

    interface Shape {
        double area();
        default Supplier<String> describe() { return () -> "area " + area() + this.own(); }
        default String own() { return "shape"; }
        static Shape square(double side) { return () -> side * side; }
        static String unit(Shape s) { return s.area() == 1 ? "unit" : "other"; }
    }

    static void interfaces() {
        Shape s = Shape.square(3);
        Function<Double, Shape> make = Shape::square;
        Function<Shape, String> unit = Shape::unit;
        Function<Shape, String> own = Shape::own;
        show(s.area(), s.describe().get(), make.apply(1.0).area(), unit.apply(make.apply(1.0)), own.apply(s));
    }

    // ---- serialisation

    interface SerializableFunction<A, B> extends Function<A, B>, Serializable {}

    static Object copy(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    @SuppressWarnings("unchecked")
    static void serialization() throws Exception {
        long l = 1L << 33;
        double d = 0.5;
        String o = "kept";
        SerializableFunction<String, String> f = x -> x + l + d + o;
        show(f.apply("a"), ((Function<String, String>) copy(f)).apply("b"));
        Callable<String> c = (Callable<String> & Serializable) () -> "called";
        show(((Callable<String>) copy(c)).call());
        SerializableFunction<String, Integer> reference = String::length;
        show(((Function<String, Integer>) copy(reference)).apply("four"));
        Method replace = f.getClass().getDeclaredMethod("writeReplace");
        replace.setAccessible(true);
        show(String.valueOf(replace.invoke(f)).replaceAll("lambda\\$\\w+\\$\\w+(\\$\\d)?", "lambda"));
    }

    // ---- what reflection sees

    static void reflection() {
        Runnable r = () -> {};
        Supplier<Long> s = Long.valueOf(3)::longValue;
        for (Object x : new Object[] {r, s}) {
            Class<?> k = x.getClass();
            show(Modifier.toString(k.getModifiers()), k.isSynthetic(), k.getInterfaces(), k.getSuperclass(), k.isInterface());
            show(k.isAnonymousClass(), k.getEnclosingClass(), k.getPackage());
            for (Method m : k.getMethods()) {
                if (m.getDeclaringClass() == k) {
                    show(m.getName(), m.getParameterTypes(), m.getReturnType(), m.isSynthetic(), m.isBridge());
                }
            }
            show((Object) Arrays.stream(k.getDeclaredFields()).map(f -> f.getName() + Modifier.toString(f.getModifiers()))
                .filter(n -> n.startsWith("arg")).toArray());
        }
    }

    public static void main(String[] args) throws Exception {
        conversions();
        new Lambdas().receivers();
        constructors();
        varargs();
        captures();
        generics();
        interfaces();
        serialization();
        reflection();
    }
}
