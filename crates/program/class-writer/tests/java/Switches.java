import java.util.Arrays;
import java.util.List;

/** Pattern switches, in the language of Java 21. */
public class Switches {
    enum Color { RED, GREEN, BLUE { @Override String shade() { return "deep"; } }; String shade() { return "plain"; } }
    enum Size { SMALL, LARGE }
    sealed interface Shape permits Circle, Square, Tag, Kind {}
    record Circle(double r) implements Shape {}
    record Square(Object side) implements Shape {}
    record Tag<T>(T value) implements Shape {}
    enum Kind implements Shape { A, B }
    interface Marker {}
    record Pair(Object a, Object b) {}

    static void show(Object... values) {
        System.out.println(Arrays.deepToString(values));
    }

    static String any(Object o) {
        return switch (o) {
            case null -> "null";
            case String s when s.isEmpty() -> "empty";
            case String s when s.length() > 3 -> "long " + s;
            case String s -> "string " + s;
            case Integer i when i > 10 -> "big " + i;
            case Integer i when i < 0 -> "negative " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case Color c when c == Color.RED -> "red";
            case Color c -> c.shade();
            case int[] a -> "ints " + a.length;
            case String[][] a -> "strings " + a.length;
            case Object[] a -> "objects " + a.length;
            case Character c -> "char " + c;
            case List<?> l when l.isEmpty() -> "no list";
            case List<?> l -> "list " + l;
            case Enum<?> e -> "enum " + e;
            case Runnable r -> "runnable";
            default -> "other " + o.getClass().getSimpleName();
        };
    }

    static String noNull(Object o) {
        return switch (o) {
            case String s -> s;
            default -> "default";
        };
    }

    static String shape(Shape s) {
        return switch (s) {
            case Circle(double r) when r > 1 -> "large circle";
            case Circle(var r) -> "circle " + r;
            case Square(Integer i) -> "int square " + i;
            case Square(String t) -> "text square " + t;
            case Square(var any) -> "square " + any;
            case Tag(Circle(double r)) -> "tag of circle " + r;
            case Tag<?> t -> "tag";
            case Kind.A -> "kind a";
            case Kind.B -> "kind b";
        };
    }

    static String color(Color c) {
        return switch (c) {
            case RED -> "red";
            case Color x when x.ordinal() == 1 -> "second";
            case BLUE -> "blue";
            case Color x -> "rest";
        };
    }

    static String colorConstants(Color c, boolean guard) {
        return switch (c) {
            case null -> "null";
            case RED -> "red";
            case GREEN -> "green";
            case BLUE -> "blue";
        };
    }

    static String guarded(Size s, int n) {
        return switch (s) {
            case null -> "null";
            case SMALL -> "small";
            case Size x when n > 5 -> "many " + x;
            case LARGE -> "large";
        };
    }

    static String qualified(Object o) {
        return switch (o) {
            case Color.RED -> "red";
            case Color.BLUE -> "blue";
            case Size.SMALL -> "small";
            case Kind.A -> "a";
            case Kind k -> "kind";
            case Color c -> "color " + c;
            case null -> "null";
            default -> "default";
        };
    }

    static String texts(String s) {
        return switch (s) {
            case null -> "null";
            case "a", "b" -> "ab";
            case "\u0000\u00e9\ud83d\ude00" -> "strange";
            case String t when t.length() == 1 -> "one";
            case "long" -> "exactly long";
            case String t when t.startsWith("l") -> "starts";
            case "lonely" -> "never";
            case String t -> "rest";
        };
    }

    static String ints(Integer i) {
        return switch (i) {
            case null -> "null";
            case 1, 2 -> "low";
            case Integer x when x > 1000 -> "high";
            case Integer.MAX_VALUE -> "never";
            case -1 -> "minus";
            case Integer.MIN_VALUE -> "min";
            case 100000 -> "never either";
            case 300 -> "300";
            case Integer x -> "rest";
        };
    }

    static String chars(Character c) {
        return switch (c) {
            case 'a' -> "a";
            case Character x when Character.isDigit(x) -> "digit";
            case '\uffff' -> "last";
            case Character x -> "rest";
        };
    }

    static String bytes(Byte b) {
        return switch (b) {
            case 1 -> "one";
            case Byte x when x < 0 -> "negative";
            case 127 -> "last";
            case Byte x -> "rest";
        };
    }

    static String shorts(Short s) {
        return switch (s) {
            case 1000 -> "thousand";
            case Short x when x < 0 -> "negative";
            case Short x -> "rest";
        };
    }

    static <T extends CharSequence & Marker> String intersection(T t) {
        return switch (t) {
            case Runnable r -> "runs";
            case CharSequence c -> "chars";
        };
    }

    static String pairs(Pair p) {
        return switch (p) {
            case Pair(String a, String b) -> "texts";
            case Pair(String a, Integer b) when b > 1 -> "text and many";
            case Pair(String a, Integer b) -> "text and one";
            case Pair(Pair(var a, var b), Object c) -> "nested " + a + b + c;
            case Pair(var a, var b) -> "rest " + a + b;
        };
    }

    record Chars(String t) implements CharSequence, Marker, Runnable {
        @Override public int length() { return t.length(); }
        @Override public char charAt(int at) { return t.charAt(at); }
        @Override public CharSequence subSequence(int from, int to) { return t.subSequence(from, to); }
        @Override public void run() {}
    }

    static void failures() {
        for (Runnable r : new Runnable[] {() -> noNull(null), () -> color(null), () -> ints(null), () -> chars(null),
            () -> shape(null), () -> pairs(null)}) {
            try {
                r.run();
                show("no exception");
            } catch (RuntimeException e) {
                show(e.getClass());
            }
        }
    }

    public static void main(String[] args) {
        Object[] values = {null, "", "abc", "abcd", 5, 11, -1, 5L, Color.RED, Color.GREEN, Color.BLUE, new int[2],
            new String[1][1], new String[3], new Integer[4], 'c', List.of(), List.of(1), Size.SMALL, Size.LARGE, Kind.A,
            Kind.B, (Runnable) () -> {}, 1.5, (byte) 1, (short) 2, new Object(), int.class};
        for (Object value : values) {
            show(any(value), qualified(value), value == null ? "" : noNull(value));
        }
        for (Shape s : new Shape[] {new Circle(2), new Circle(1), new Square(1), new Square("x"), new Square(null),
            new Tag<>(new Circle(3)), new Tag<>(1), new Tag<>(null), Kind.A, Kind.B}) {
            show(shape(s));
        }
        for (Color c : Color.values()) {
            show(color(c), colorConstants(c, true));
        }
        show(colorConstants(null, false), guarded(null, 1), guarded(Size.SMALL, 9), guarded(Size.LARGE, 9), guarded(Size.LARGE, 1));
        for (String s : new String[] {null, "a", "b", "c", "long", "lonely", "other", "\u0000\u00e9\ud83d\ude00", ""}) {
            show(texts(s));
        }
        for (Integer i : new Integer[] {null, 1, 2, 3, 1001, Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 100000, 300}) {
            show(ints(i));
        }
        show(chars('a'), chars('5'), chars('\uffff'), chars('b'));
        show(bytes((byte) 1), bytes((byte) -5), bytes((byte) 127), bytes((byte) 2), shorts((short) 1000), shorts((short) -1), shorts((short) 7));
        show(intersection(new Chars("x")), pairs(new Pair("a", "b")), pairs(new Pair("a", 2)), pairs(new Pair("a", 1)));
        show(pairs(new Pair(new Pair(1, 2), 3)), pairs(new Pair(null, null)), pairs(new Pair("a", null)));
        failures();
    }
}
