// Overload resolution and varargs: widening, boxing, null, arrays, most specific.
public class Overloading {
    static String f(byte x) { return "byte"; }
    static String f(int x) { return "int"; }
    static String f(long x) { return "long"; }
    static String f(double x) { return "double"; }
    static String f(Integer x) { return "Integer"; }
    static String f(Object x) { return "Object"; }
    static String f(int... x) { return "int..." + x.length; }

    static String g(long x) { return "long"; }
    static String g(Integer x) { return "Integer"; }
    static String h(Object o) { return "Object"; }
    static String h(String s) { return "String"; }
    static String k(Object... o) { return o == null ? "null array" : "Object..." + o.length; }
    static String m(int a, int... b) { return "m" + a + b.length; }
    static String n(char c) { return "char"; }
    static String n(int c) { return "int"; }
    static String p(Object a, String b) { return "OS"; }
    static String p(String a, Object b) { return "SO"; }
    static String q(float x) { return "float"; }
    static String q(double x) { return "double"; }
    static String v(String s, Object... rest) { return s + rest.length; }
    static String v(String s, String t) { return s + t; }
    static String w(long a, int b) { return "li"; }
    static String w(int a, long b) { return "il"; }
    static String u(Number x) { return "Number"; }
    static String u(Comparable<?> x) { return "Comparable"; }
    static String u(Integer x) { return "Integer"; }

    static class Base {
        String call(Base b) { return "Base.call(Base)"; }
        String call(Derived d) { return "Base.call(Derived)"; }
    }
    static class Derived extends Base {
        @Override String call(Base b) { return "Derived.call(Base)"; }
        String call(Object o) { return "Derived.call(Object)"; }
    }

    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static <T> int count(T... ts) { return ts.length; }
    static String types(Object... os) {
        StringBuilder sb = new StringBuilder();
        for (Object o : os) sb.append(o == null ? "null" : o.getClass().getSimpleName()).append(' ');
        return sb.toString();
    }

    public static void main(String[] args) {
        byte b = 1; short s = 2; char c = 'c'; long l = 3; float fl = 4; Integer boxed = 5; Character ch = 'x';
        System.out.println(f(b) + " " + f(s) + " " + f(c) + " " + f(1) + " " + f(l) + " " + f(fl) + " " + f(boxed) + " " + f(ch) + " " + f("s") + " " + f() + " " + f(1, 2) + " " + f(new int[3]) + " " + f((Object) 1));
        System.out.println(g(1) + " " + g(boxed) + " " + g('c'));
        System.out.println(h(null) + " " + h("s") + " " + h((Object) "s") + " " + h(1));
        System.out.println(k() + " " + k(1) + " " + k(1, 2) + " " + k((Object) null) + " " + k((Object[]) null) + " " + k(new Object[] {1, 2, 3}) + " " + k(new int[] {1, 2}) + " " + k(new String[] {"a", "b"}) + " " + k((Object) new String[] {"a"}));
        System.out.println(m(1) + " " + m(1, 2) + " " + m(1, 2, 3));
        System.out.println(n('a') + " " + n('a' + 1) + " " + n((char) 98) + " " + n(b));
        System.out.println(p("a", (Object) "b") + " " + p((Object) "a", "b"));
        System.out.println(q(1) + " " + q(1L) + " " + q(1.0));
        System.out.println(v("s") + " " + v("s", "t") + " " + v("s", 1) + " " + v("s", "t", "u"));
        System.out.println(w(1L, 1) + " " + w(1, 1L));
        System.out.println(u(1) + " " + u(1.5f == 1 ? null : (Number) 2.5) + " " + u("s"));
        Base bd = new Derived();
        Derived dd = new Derived();
        System.out.println(bd.call(bd) + " " + bd.call(dd) + " " + dd.call(bd) + " " + dd.call(dd) + " " + dd.call("x") + " " + bd.call((Base) dd));
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}) + " " + sum('a', (byte) 1));
        System.out.println(count() + " " + count("a", 1, 2.0) + " " + Overloading.<Object>count(new Object[] {1, 2}) + " " + count(new int[] {1, 2}, new int[0]));
        System.out.println(types(1, 2L, 3f, 4.0, 'c', "s", true, (byte) 1, (short) 2, null, new int[0]));
        System.out.println(String.format("%s %s", "a", "b") + String.join("-", "x", "y", "z"));
        char[] cs = {'o', 'k'};
        System.out.println(String.valueOf(cs) + String.valueOf((Object) "obj") + new StringBuilder().append(cs).append((Object) "o"));
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.List.of(10, 20, 30));
        list.remove(1);
        list.remove(Integer.valueOf(10));
        System.out.println(list);
        long total = 0;
        total += boxed + l;
        System.out.println(total + " " + (boxed == 5) + " " + (5 == boxed.longValue()));
        final int k1 = 10;
        byte narrowed = k1;
        System.out.println(f(narrowed));
        System.out.println(f(true ? 1 : 'a') + " " + f(args.length == 0 ? 1 : 2L) + " " + f(args.length == 0 ? boxed : "s"));
    }
}
