// Records: accessors, compact constructors, equals, hashCode, toString, nesting, generics, static parts.
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);
        Point { if (x < -1000) throw new IllegalArgumentException("x too small: " + x); }
        Point(int both) { this(both, both); }
        double dist() { return Math.sqrt(x * x + y * y); }
        Point withX(int nx) { return new Point(nx, y); }
        static Point parse(String s) { String[] p = s.split(","); return new Point(Integer.parseInt(p[0]), Integer.parseInt(p[1])); }
    }

    record Everything(boolean z, byte b, short s, char c, int i, long l, float f, double d, String str, Object o, int[] arr) {}
    record Pair<A, B>(A first, B second) { <C> Pair<A, C> with(C c) { return new Pair<>(first, c); } }
    record Empty() {}
    record Range(int lo, int hi) {
        Range {
            if (lo > hi) { int t = lo; lo = hi; hi = t; }
        }
        int size() { return hi - lo; }
    }
    record Upper(String s) {
        Upper(String s) { this.s = s == null ? "NULL" : s.toUpperCase(); }
        @Override public String s() { return "<" + s + ">"; }
    }
    record Custom(int v) {
        @Override public boolean equals(Object o) { return o instanceof Custom c && c.v % 10 == v % 10; }
        @Override public int hashCode() { return v % 10; }
        @Override public String toString() { return "Custom#" + v; }
    }
    record Floats(float f, double d) {}
    record Node(String name, List<Node> children) { Node(String name, Node... c) { this(name, Arrays.asList(c)); } int depth() { int m = 0; for (Node n : children) m = Math.max(m, n.depth()); return m + 1; } }

    public static void main(String[] args) {
        Point p = new Point(3, 4), q = new Point(3, 4), r = new Point(4, 3);
        System.out.println(p + " " + p.x() + " " + p.y + " " + p.dist() + " " + p.equals(q) + " " + (p == q) + " " + p.equals(r) + " " + p.equals(null) + " " + p.equals("x"));
        System.out.println(p.hashCode() + " " + (p.hashCode() == q.hashCode()) + " " + r.hashCode() + " " + Point.ORIGIN.hashCode() + " " + new Point(7));
        System.out.println(p.withX(9) + " " + Point.parse("5,-6"));
        try {
            new Point(-5000, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] arr = {1};
        Everything a = new Everything(true, (byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, "s", null, arr);
        Everything b = new Everything(true, (byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, "s", null, arr);
        Everything c = new Everything(true, (byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, "s", null, new int[] {1});
        System.out.println(a.toString().replaceAll("\\[I@[0-9a-f]+", "ARRAY"));
        System.out.println(a.equals(b) + " " + a.equals(c));
        Everything n = new Everything(false, (byte) -1, (short) -2, 'z', -4, -5L, -0f, Double.NaN, null, "o", null);
        System.out.println(n + " " + n.hashCode() + " " + n.equals(new Everything(false, (byte) -1, (short) -2, 'z', -4, -5L, -0f, Double.NaN, null, "o", null)));
        System.out.println(new Pair<>(1, "one") + " " + new Pair<>(null, List.of(1)).with(2.5) + " " + new Pair<>(1, 2).hashCode() + " " + new Pair<>("a", null).hashCode() + " " + new Pair<>(p, q).equals(new Pair<>(q, p)));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        System.out.println(new Range(9, 2) + " " + new Range(9, 2).size() + " " + new Upper("abc") + " " + new Upper("abc").s() + " " + new Upper(null).equals(new Upper("null")));
        System.out.println(new Custom(13).equals(new Custom(3)) + " " + new Custom(13).hashCode() + " " + new Custom(13));
        System.out.println(new Floats(0f, 0.0).equals(new Floats(-0f, -0.0)) + " " + new Floats(Float.NaN, 1).equals(new Floats(Float.NaN, 1)) + " " + new Floats(1.5f, 2.5).hashCode());
        Node tree = new Node("root", new Node("a", new Node("b")), new Node("c"));
        System.out.println(tree + " " + tree.depth() + " " + tree.equals(new Node("root", new Node("a", new Node("b")), new Node("c"))) + " " + tree.hashCode());
        Map<Point, String> m = new java.util.HashMap<>();
        m.put(p, "first");
        m.put(q, "second");
        System.out.println(m + " " + m.get(new Point(3, 4)));
        TreeMap<String, Pair<Integer, Integer>> tm = new TreeMap<>();
        tm.put("k", new Pair<>(1, 2));
        tm.computeIfPresent("k", (k, v) -> v.with(3));
        System.out.println(tm);
        System.out.println(Point.class.isRecord() + " " + Arrays.toString(Point.class.getRecordComponents()) + " " + (((Object) p) instanceof Record) + " " + Point.class.getSuperclass());
        record Local(String s) { static int made; Local { made++; } }
        new Local("x");
        System.out.println(new Local("y") + " " + Local.made);
        Record rec = p;
        System.out.println(rec.equals(q) + " " + rec);
    }
}
