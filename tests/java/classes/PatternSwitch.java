// Pattern switch, record deconstruction, sealed hierarchies, guards and null.
//@ jdk: 21
import java.util.List;

public class PatternSwitch {
    sealed interface Shape permits Circle, Rect, Group, Unit {}
    record Circle(double r) implements Shape {}
    record Rect(double w, double h) implements Shape {}
    record Group(Shape a, Shape b) implements Shape {}
    enum Unit implements Shape { POINT, LINE }

    static double area(Shape s) {
        return switch (s) {
            case Circle c -> Math.round(c.r() * c.r() * 314) / 100.0;
            case Rect(double w, double h) when w == h -> w * w;
            case Rect(var w, var h) -> w * h;
            case Group(Circle(var r), Rect(var w, var h)) -> r + w + h;
            case Group(var a, var b) -> area(a) + area(b);
            case Unit.POINT -> 0;
            case Unit.LINE -> -1;
        };
    }

    static String describe(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty";
            case String s when s.length() > 3 -> "long string " + s.length();
            case String s -> "string " + s;
            case int[] a when a.length == 0 -> "no ints";
            case int[] a -> "ints " + a[0];
            case Character c -> "char " + (char) (c + 1);
            case List<?> l when l.size() > 2 -> "list of " + l.size();
            case List<?> l -> "short list " + l;
            case Unit u -> "unit " + u.ordinal();
            case Enum<?> e -> "enum " + e;
            case Class<?> c -> "class " + c.getSimpleName();
            case Record r -> "record " + r;
            default -> "other";
        };
    }

    sealed static abstract class Expr {}
    static final class Num extends Expr { final int v; Num(int v) { this.v = v; } }
    static final class Add extends Expr { final Expr l, r; Add(Expr l, Expr r) { this.l = l; this.r = r; } }
    static final class Neg extends Expr { final Expr e; Neg(Expr e) { this.e = e; } }

    static int eval(Expr e) {
        return switch (e) {
            case Num n -> n.v;
            case Add a -> eval(a.l) + eval(a.r);
            case Neg n -> -eval(n.e);
        };
    }

    record Pair<A, B>(A a, B b) {}
    static String pair(Pair<?, ?> p) {
        if (p instanceof Pair<?, ?>(String s, Integer i) && i > 0) return s.repeat(i);
        if (p instanceof Pair<?, ?>(Pair<?, ?>(var x, var y), var z)) return "nested " + x + y + z;
        if (!(p instanceof Pair<?, ?>(var a, String b))) return "no string";
        return a + "/" + b;
    }

    static int statement(Object o) {
        int r = 0;
        switch (o) {
            case String s:
                r += s.length();
                break;
            case Integer i when i < 0:
                r -= i;
                break;
            case Integer i:
                r += i * 2;
            default:
                r += 1000;
        }
        return r;
    }

    static String en(Unit u) { return switch (u) { case POINT -> "p"; case null -> "nil"; case LINE -> "l"; }; }
    static String str(String s) { return switch (s) { case "a" -> "A"; case String t when t.startsWith("b") -> "B" + t; case null, default -> "other " + s; }; }

    record Boom(int v) { public int v() { throw new IllegalStateException("accessor"); } }

    public static void main(String[] args) {
        for (Shape s : List.of(new Circle(1), new Rect(2, 2), new Rect(2, 3), new Group(new Circle(5), new Rect(1, 1)), new Group(new Rect(2, 2), new Circle(1)), Unit.POINT, Unit.LINE)) System.out.println(s + " " + area(s));
        Object[] os = {null, 5, 500, 7L, "", "abc", "abcd", new int[0], new int[] {9}, 'a', List.of(1), List.of(1, 2, 3), Unit.LINE, Thread.State.NEW, String.class, new Circle(2), 1.5};
        for (Object o : os) System.out.println(describe(o));
        System.out.println(eval(new Add(new Num(5), new Neg(new Add(new Num(1), new Num(2))))));
        System.out.println(pair(new Pair<>("ab", 3)) + " " + pair(new Pair<>(new Pair<>(1, 2), 3)) + " " + pair(new Pair<>(1, "x")) + " " + pair(new Pair<>(1, 2)) + " " + pair(new Pair<>("ab", -1)));
        for (Object o : new Object[] {"four", -5, 5, 2.0}) System.out.print(statement(o) + " ");
        System.out.println(en(Unit.POINT) + en(null) + en(Unit.LINE) + " " + str("a") + " " + str("bc") + " " + str(null) + " " + str("z"));
        try { area(null); } catch (NullPointerException e) { System.out.println("NPE"); }
        try { area(new Group(null, null)); } catch (NullPointerException e) { System.out.println("NPE inside"); }
        try {
            Object o = new Boom(1);
            if (o instanceof Boom(int v)) System.out.println(v);
        } catch (MatchException e) {
            System.out.println(e + " / " + e.getCause());
        }
        System.out.println(Shape.class.isSealed() + " " + Shape.class.getPermittedSubclasses().length);
    }
}
