// Helpful messages of NullPointerException, compiled with names of local variables.
//@ javac: -g
public class HelpfulNpeNames {
    int i;
    long l;
    String s;
    HelpfulNpeNames next;
    int[] ints;
    Object[][] grid;
    static HelpfulNpeNames stat;
    static int[] statArr;

    HelpfulNpeNames self() { return next; }
    static HelpfulNpeNames make(int x, String y) { return null; }
    void doit() {}

    interface Body { void run() throws Throwable; }

    static void npe(String name, Body b) {
        try {
            b.run();
            System.out.println(name + ": nothing thrown");
        } catch (Throwable e) {
            System.out.println(name + ": " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static void parameter(HelpfulNpeNames p, int[] a, int n) { System.out.println(p.i + a[n]); }
    static void local() { HelpfulNpeNames x = make(1, ""); x.l = 5; }
    void thisField() { next.next.s = "x"; }

    public static void main(String[] args) {
        HelpfulNpeNames h = new HelpfulNpeNames();
        npe("getfield", () -> System.out.println(h.next.i));
        npe("putfield", () -> h.next.i = 1);
        npe("invokevirtual", () -> h.s.length());
        npe("invoke on method", () -> h.self().doit());
        npe("invoke on static method", () -> make(1, "a").doit());
        npe("static field", () -> stat.doit());
        npe("static array", () -> statArr[0]++);
        npe("iaload", () -> System.out.println(h.ints[3]));
        npe("iastore", () -> h.ints[3] = 1);
        npe("arraylength", () -> System.out.println(h.ints.length));
        npe("aaload", () -> System.out.println(h.grid[0][1]));
        h.grid = new Object[2][];
        npe("inner row", () -> System.out.println(h.grid[1][0]));
        npe("inner row store", () -> h.grid[1][0] = "x");
        npe("element", () -> (new Object[1])[0].toString());
        npe("string element", () -> new String[] {null}[0].trim());
        npe("throw null", () -> { throw null; });
        npe("throw null field", () -> { RuntimeException r = null; throw r; });
        npe("monitor", () -> { synchronized (h.next) { System.out.println(); } });
        npe("unbox", () -> { Integer n = null; int x = n; });
        npe("unbox long", () -> { Long n = (Long) (Object) null; long x = n + 1; });
        npe("interface", () -> ((Runnable) null).run());
        npe("list", () -> ((java.util.List<?>) (Object) null).size());
        npe("parameter", () -> parameter(null, null, 0));
        npe("parameter array", () -> parameter(h, null, 2));
        npe("local", HelpfulNpeNames::local);
        npe("this field", h::thisField);
        npe("chain", () -> System.out.println(h.self().next.next.s.length()));
        npe("byte array", () -> ((byte[]) null)[0]++);
        npe("boolean array", () -> System.out.println(((boolean[]) null)[0]));
        npe("char array", () -> ((char[]) null)[0] = 'c');
        npe("short array", () -> ((short[]) null)[0] = 1);
        npe("long array", () -> System.out.println(((long[]) null)[0]));
        npe("float array", () -> System.out.println(((float[]) null)[0]));
        npe("double array", () -> ((double[]) null)[0] = 1);
        npe("object array", () -> ((Object[]) null)[0] = 1);
        int idx = 2;
        npe("index expression", () -> h.ints[idx + 1] = h.i * 2);
        npe("array in array", () -> System.out.println((new int[3][][])[0].length));
        npe("constructor null", () -> { throw new NullPointerException(); });
        npe("constructor text", () -> { throw new NullPointerException("own text"); });
        npe("requireNonNull", () -> java.util.Objects.requireNonNull(null));
        npe("requireNonNull text", () -> java.util.Objects.requireNonNull(null, "must be there"));
        npe("switch string", () -> { switch (h.s) { case "a": break; default: } });
        npe("switch enum", () -> { Thread.State st = null; switch (st) { case NEW: break; default: } });
        npe("foreach", () -> { for (int x : h.ints) System.out.println(x); });
        npe("foreach list", () -> { java.util.List<String> li = null; for (String x : li) System.out.println(x); });
        npe("method ref", () -> { HelpfulNpeNames z = null; Runnable r = z::doit; r.run(); });
        npe("getClass", () -> h.next.getClass());
        npe("ternary", () -> System.out.println((h.i == 0 ? h.s : "x").length()));
        npe("concat fine", () -> System.out.println("null is " + h.s));
        npe("equals", () -> h.s.equals("x"));
        npe("nested call", () -> String.valueOf((Object) null).concat(h.s));
        npe("super long", () -> h.next.l += 5);
    }
}
