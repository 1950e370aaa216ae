import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Records with every kind of component. */
public class Records {
    static final List<String> LOG = new ArrayList<>();

    record Empty() {}
    record All(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, Object o, int[] a) {}
    record One(int x) {}
    record OneLong(long x) {}
    record OneDouble(double x) {}
    record OneFloat(float x) {}
    record OneText(String x) {}
    record Generic<T extends Comparable<T>>(T low, T high) {}
    record Nested(One one, Generic<String> generic, Nested next) {}
    record Order(Noisy a, int n, Noisy b, float f, Noisy c) {}
    record Accessor(int x) {
        @Override public int x() { LOG.add("accessor"); return x + 100; }
    }
    record Named(int \u00e4, int $_, int \u0436) {}
    record Cycle(Object[] a) {
        @Override public String toString() { return "cycle " + a[0]; }
    }
    private record Hidden(String secret) {}

    /** Tells when it is asked. */
    static class Noisy {
        final String name;
        Noisy(String name) { this.name = name; }
        @Override public boolean equals(Object o) { LOG.add("equals " + name); return o instanceof Noisy n && n.name.equals(name); }
        @Override public int hashCode() { LOG.add("hash " + name); return name.hashCode(); }
        @Override public String toString() { LOG.add("text " + name); return name; }
    }

    static void show(Object... values) {
        System.out.println(Arrays.deepToString(values));
    }

    static void compare(Object a, Object b) {
        show(a.equals(b), b.equals(a), a.equals(null), a.equals("other"), a.equals(a), a.hashCode(), b.hashCode(), a, b);
    }

    static All all(float f, double d, Object o) {
        return new All(true, (byte) -1, (short) -2, 'c', Integer.MIN_VALUE, 1L << 40, f, d, "text", o, null);
    }

    public static void main(String[] args) {
        compare(new Empty(), new Empty());
        compare(all(1f, 2d, null), all(1f, 2d, null));
        compare(all(Float.NaN, 2d, "o"), all(Float.NaN, 2d, new String("o")));
        compare(all(0f, 0d, null), all(-0f, 0d, null));
        compare(all(0f, 0d, null), all(0f, -0d, null));
        compare(all(1f, Double.NaN, null), all(1f, Double.NaN, "x"));
        compare(new One(1), new One(1));
        compare(new One(1), new One(2));
        compare(new OneLong(1L << 32), new OneLong(1L << 33));
        compare(new OneLong(Long.MIN_VALUE), new OneLong(Long.MIN_VALUE));
        compare(new OneDouble(Double.NaN), new OneDouble(Double.longBitsToDouble(0x7ff8000000000001L)));
        compare(new OneFloat(Float.NaN), new OneFloat(Float.intBitsToFloat(0x7fc00001)));
        compare(new OneText(null), new OneText("null"));
        compare(new OneText(null), new OneText(null));
        compare(new Generic<>(1, 2), new Generic<>("a", "b"));
        compare(new Nested(new One(1), null, new Nested(null, null, null)), new Nested(new One(1), null, null));
        compare(new Accessor(1), new Accessor(1));
        compare(new Named(1, 2, 3), new Named(1, 2, 3));
        compare(new Hidden("a"), new Hidden("a"));
        show(LOG);
        LOG.clear();

        Order first = new Order(new Noisy("a"), 1, new Noisy("b"), 2f, new Noisy("c"));
        Order second = new Order(new Noisy("a"), 1, new Noisy("b"), 2f, new Noisy("c"));
        Order third = new Order(new Noisy("x"), 1, new Noisy("y"), 2f, new Noisy("c"));
        show(first.equals(second), LOG);
        LOG.clear();
        show(first.equals(third), LOG);
        LOG.clear();
        show(first.equals(first), LOG);
        LOG.clear();
        show(first.hashCode(), LOG);
        LOG.clear();
        show(first.toString(), LOG);
        LOG.clear();

        record Local(int x, List<String> more) {}
        compare(new Local(1, null), new Local(1, List.of("a")));
        Supplier<Object> inLambda = () -> {
            record Deep(long l, double d) {}
            return new Deep(1, 2);
        };
        compare(inLambda.get(), inLambda.get());
        Object[] a = new Object[1];
        a[0] = new Cycle(a);
        try {
            a[0].toString();
            show("no exception");
        } catch (StackOverflowError e) {
            show("overflow");
        }
    }
}
