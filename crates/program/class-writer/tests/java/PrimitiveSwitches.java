import java.util.Arrays;

/** Switches over primitives and primitive patterns, a preview language feature. */
public class PrimitiveSwitches {
    static void show(Object... values) {
        System.out.println(Arrays.deepToString(values));
    }

    static String longs(long l) {
        return switch (l) {
            case 1L -> "one";
            case 1L << 40 -> "large";
            case byte b -> "byte " + b;
            case short s -> "short " + s;
            case char c -> "char " + (int) c;
            case int i when i > 0 -> "positive int";
            case int i -> "int";
            case float f -> "float " + f;
            case double d -> "double " + d;
            case long x -> "long " + x;
        };
    }

    static String ints(int i) {
        return switch (i) {
            case 1 -> "one";
            case 70000 -> "70000";
            case byte b -> "byte " + b;
            case char c -> "char " + (int) c;
            case short s -> "short " + s;
            case float f -> "float " + f;
            case double d -> "double " + d;
        };
    }

    static String doubles(double d) {
        return switch (d) {
            case 0.5 -> "half";
            case -0.0 -> "minus zero";
            case byte b -> "byte " + b;
            case short s -> "short " + s;
            case char c -> "char";
            case int i -> "int " + i;
            case long l -> "long " + l;
            case float f -> "float " + f;
            case double x -> "double " + x;
        };
    }

    static String floats(float f) {
        return switch (f) {
            case 0.5f -> "half";
            case byte b -> "byte " + b;
            case short b -> "short " + b;
            case char b -> "char";
            case int i -> "int " + i;
            case long l -> "long " + l;
            case double d -> "double " + d;
        };
    }

    static String booleans(boolean b) {
        return switch (b) {
            case true -> "yes";
            case false -> "no";
        };
    }

    static String booleanPatterns(boolean b, int n) {
        return switch (b) {
            case true -> "yes";
            case boolean x when n > 1 -> "many no";
            case boolean x -> "no";
        };
    }

    static String boxedBooleans(Boolean b) {
        return switch (b) {
            case true -> "yes";
            case false -> "no";
        };
    }

    static String bytes(byte b) {
        return switch (b) {
            case 1 -> "one";
            case char c -> "char " + (int) c;
            case int i -> "int " + i;
        };
    }

    static String chars(char c) {
        return switch (c) {
            case 'a' -> "a";
            case byte b -> "byte " + b;
            case short s -> "short " + s;
            case int i -> "int " + i;
        };
    }

    static String shorts(short s) {
        return switch (s) {
            case 5 -> "five";
            case byte b -> "byte " + b;
            case char c -> "char " + (int) c;
            case long l -> "long " + l;
        };
    }

    static String boxedLong(Long l) {
        return switch (l) {
            case 1L -> "one";
            case long x when x > 10 -> "more";
            case Long x -> "boxed " + x;
        };
    }

    static String boxedInt(Integer i) {
        return switch (i) {
            case int x when x > 10 -> "more";
            case float x -> "float " + x;
            case double x -> "double " + x;
        };
    }

    static String boxedFloat(Float f) {
        return switch (f) {
            case 1.5f -> "one and a half";
            case float x when x != x -> "nan";
            case double x -> "double " + x;
        };
    }

    static String boxedDouble(Double d) {
        return switch (d) {
            case 1.5 -> "one and a half";
            case double x -> "double " + x;
        };
    }

    static String any(Object o) {
        return switch (o) {
            case null -> "null";
            case byte b -> "byte " + b;
            case short s -> "short " + s;
            case char c -> "char " + c;
            case int i when i > 10 -> "big int";
            case int i -> "int " + i;
            case boolean b -> "boolean " + b;
            case long l -> "long " + l;
            case float f -> "float " + f;
            case double d -> "double " + d;
            default -> "other";
        };
    }

    static String toWrapper(int i) {
        return switch (i) {
            case Integer x when x > 3 -> "large";
            case Integer x -> "any";
        };
    }

    public static void main(String[] args) {
        long[] longs = {1, 1L << 40, 2, -3, 127, 128, -129, 32768, 65535, 65536, -65536, 1L << 31, Long.MAX_VALUE,
            Long.MIN_VALUE, (1L << 53) + 1, (1L << 24) + 1, Integer.MIN_VALUE};
        for (long l : longs) {
            show(longs(l), ints((int) l), bytes((byte) l), chars((char) l), shorts((short) l), boxedLong(l), boxedInt((int) l), toWrapper((int) l));
        }
        double[] doubles = {0.5, -0.0, 0.0, 1, 300, 40000, 70000, 1L << 31, 0x1p63, 0x1p62, 1.25, 0.1, Double.NaN,
            Double.POSITIVE_INFINITY, 1e300, -1, -200, 1.5};
        for (double d : doubles) {
            show(doubles(d), floats((float) d), boxedDouble(d), boxedFloat((float) d));
        }
        show(booleans(true), booleans(false), boxedBooleans(true), boxedBooleans(false));
        show(booleanPatterns(true, 1), booleanPatterns(false, 2), booleanPatterns(false, 1));
        for (Object o : new Object[] {null, (byte) 1, 5, 50, 'c', true, 5L, 1.5, 2.5f, (short) 7, "x"}) {
            show(any(o));
        }
        try {
            boxedLong(null);
        } catch (NullPointerException e) {
            show("null");
        }
    }
}
