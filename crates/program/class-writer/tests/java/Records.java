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
    /** More slots than one concatenation may have. */
    record Big(
        int c0, long c1, String c2, double c3, int c4, long c5, String c6, double c7, int c8, long c9,
        String c10, double c11, int c12, long c13, String c14, double c15, int c16, long c17, String
        c18, double c19, int c20, long c21, String c22, double c23, int c24, long c25, String c26,
        double c27, int c28, long c29, String c30, double c31, int c32, long c33, String c34, double
        c35, int c36, long c37, String c38, double c39, int c40, long c41, String c42, double c43, int
        c44, long c45, String c46, double c47, int c48, long c49, String c50, double c51, int c52,
        long c53, String c54, double c55, int c56, long c57, String c58, double c59, int c60, long
        c61, String c62, double c63, int c64, long c65, String c66, double c67, int c68, long c69,
        String c70, double c71, int c72, long c73, String c74, double c75, int c76, long c77, String
        c78, double c79, int c80, long c81, String c82, double c83, int c84, long c85, String c86,
        double c87, int c88, long c89, String c90, double c91, int c92, long c93, String c94, double
        c95, int c96, long c97, String c98, double c99, int c100, long c101, String c102, double c103,
        int c104, long c105, String c106, double c107, int c108, long c109, String c110, double c111,
        int c112, long c113, String c114, double c115, int c116, long c117, String c118, double c119,
        int c120, long c121, String c122, double c123, int c124, long c125, String c126, double c127,
        int c128, long c129, String c130, double c131, int c132, long c133, String c134, double c135,
        int c136, long c137, String c138, double c139, int c140, long c141, String c142, double c143,
        int c144, long c145, String c146, double c147, int c148, long c149, String c150, double c151,
        int c152, long c153, String c154, double c155, int c156, long c157, String c158, double c159) {}
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
        Object big = new Big(
            0, 1L, "s2", 3d, 4, 5L, "s6", 7d, 8, 9L, "s10", 11d, 12, 13L, "s14", 15d, 16, 17L,
            "s18", 19d, 20, 21L, "s22", 23d, 24, 25L, "s26", 27d, 28, 29L, "s30", 31d, 32, 33L,
            "s34", 35d, 36, 37L, "s38", 39d, 40, 41L, "s42", 43d, 44, 45L, "s46", 47d, 48, 49L,
            "s50", 51d, 52, 53L, "s54", 55d, 56, 57L, "s58", 59d, 60, 61L, "s62", 63d, 64, 65L,
            "s66", 67d, 68, 69L, "s70", 71d, 72, 73L, "s74", 75d, 76, 77L, "s78", 79d, 80, 81L,
            "s82", 83d, 84, 85L, "s86", 87d, 88, 89L, "s90", 91d, 92, 93L, "s94", 95d, 96, 97L,
            "s98", 99d, 100, 101L, "s102", 103d, 104, 105L, "s106", 107d, 108, 109L, "s110", 111d,
            112, 113L, "s114", 115d, 116, 117L, "s118", 119d, 120, 121L, "s122", 123d, 124, 125L,
            "s126", 127d, 128, 129L, "s130", 131d, 132, 133L, "s134", 135d, 136, 137L, "s138",
            139d, 140, 141L, "s142", 143d, 144, 145L, "s146", 147d, 148, 149L, "s150", 151d, 152,
            153L, "s154", 155d, 156, 157L, "s158", 159d);
        compare(big, new Big(
            0, 1L, "s2", 3d, 4, 5L, "s6", 7d, 8, 9L, "s10", 11d, 12, 13L, "s14", 15d, 16, 17L,
            "s18", 19d, 20, 21L, "s22", 23d, 24, 25L, "s26", 27d, 28, 29L, "s30", 31d, 32, 33L,
            "s34", 35d, 36, 37L, "s38", 39d, 40, 41L, "s42", 43d, 44, 45L, "s46", 47d, 48, 49L,
            "s50", 51d, 52, 53L, "s54", 55d, 56, 57L, "s58", 59d, 60, 61L, "s62", 63d, 64, 65L,
            "s66", 67d, 68, 69L, "s70", 71d, 72, 73L, "s74", 75d, 76, 77L, "s78", 79d, 80, 81L,
            "s82", 83d, 84, 85L, "s86", 87d, 88, 89L, "s90", 91d, 92, 93L, "s94", 95d, 96, 97L,
            "s98", 99d, 100, 101L, "s102", 103d, 104, 105L, "s106", 107d, 108, 109L, "s110", 111d,
            112, 113L, "s114", 115d, 116, 117L, "s118", 119d, 120, 121L, "s122", 123d, 124, 125L,
            "s126", 127d, 128, 129L, "s130", 131d, 132, 133L, "s134", 135d, 136, 137L, "s138",
            139d, 140, 141L, "s142", 143d, 144, 145L, "s146", 147d, 148, 149L, "s150", 151d, 152,
            153L, "s154", 155d, 156, 157L, "s158", 160d));
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
