import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Null dereferences, one per method whose name starts with m. Prints for each the class and method of the exception's top
 * frame and the message. Where it happened exactly is told by the virtual machine's log of exceptions.
 */
public class NullCases {
    int x;
    long wide;
    double real;
    String name;
    NullCases next;
    NullCases[] many;
    int[] ints;
    int[][] grid;
    Object any;
    List<String> list;
    static NullCases root;
    static NullCases full = new NullCases();
    static int[] staticInts;
    static String staticName;
    static final int[] INDEX = {0, 1, 2, 3, 4, 5, 6, 7, 8};

    static {
        full.next = new NullCases();
        full.next.next = new NullCases();
        full.next.next.next = new NullCases();
        full.next.next.next.next = new NullCases();
        full.next.next.next.next.next = new NullCases();
        full.next.next.next.next.next.next = new NullCases();
        full.many = new NullCases[9];
        full.grid = new int[9][];
        full.ints = new int[9];
        full.any = new Object[9];
    }

    static NullCases give() { return null; }
    static NullCases give(int a, long b) { return null; }
    NullCases self() { return this; }
    NullCases none(String s, Object o, StringBuilder b, int[] i, String[][] a, Map<String, Object> m) { return null; }
    private String hidden(char c, byte b, short s, boolean z, float f, double d) { return null; }
    static int index() { return 2; }
    int number() { return 1; }
    static int[] noInts() { return null; }
    static Object[] noObjects(Object... o) { return null; }
    static <T> T generic(T t) { return t; }
    static boolean yes() { return true; }
    static String text(String s) { return s; }

    interface Shape { double area(int scale, List<?> l); default int sides() { return 0; } }
    static Shape noShape() { return null; }

    // Invocations.
    static void m001(String s) { s.length(); }
    static void m002(String s) { s.concat("x"); }
    static void m003(Object o) { o.toString(); }
    static void m004(StringBuilder b) { b.append(b); }
    static void m005(NullCases c) { c.none("", null, null, null, null, null); }
    static void m006(NullCases c) { c.hidden('c', (byte) 1, (short) 2, true, 1f, 2d); }
    static void m007(Shape s) { s.area(1, null); }
    static void m008(List<String> l) { l.get(0).length(); }
    static void m009() { List<String> l = Arrays.asList((String) null); l.get(0).length(); }
    static void m010(int[] a) { a.clone(); }
    static void m011(String[][] a) { a.clone(); }
    static void m012(Map.Entry<String, String> e) { e.getKey(); }
    static void m013() { give().x = 1; }
    static void m014() { give(1, 2L).self(); }
    static void m015() { noShape().sides(); }
    static void m016() { full.none(null, null, null, null, null, null).self(); }
    void m017() { name.length(); }
    void m018() { this.next.name.length(); }
    void m019() { this.next.name.length(); }
    static void m020() { staticName.isEmpty(); }
    static void m021() { root.name.isEmpty(); }
    static void m022() { root.name.isEmpty(); }
    static void m023() { full.next.next.next.next.next.next.next.self(); }
    static void m024() { full.next.next.next.next.next.next.next.x = 1; }
    static void m025() { full.next.self().next.next.next.next.next.next.self(); }
    static void m026() { full.self().self().many[2].self(); }
    static void m027(Integer i) { int j = i; }
    static void m028(Character c) { char d = c; }
    static void m029(Boolean b) { if (b) { index(); } }
    static void m030(Long l) { long k = l + 1; }
    static void m031(Iterable<String> i) { for (String s : i) { s.length(); } }
    static void m032(String s) { switch (s) { case "a": index(); break; default: } }
    static void m033(Thread.State e) { switch (e) { case NEW: index(); break; default: } }
    static void m034(Comparator<String> c) { c.compare("a", "b"); }
    static void m035(Function<Object, String> f) { f.apply(null); }
    static void m036() { ((String) full.next.next.next.next.next.next.any).length(); }
    static void m037() { generic((String) null).length(); }
    static void m038() { NullCases.<NullCases>generic(null).next.self(); }
    static void m039() { ((NullCases) null).self(); }
    static void m040(Class<?> c) { c.getName(); }
    static void m041(Object[] a) { a.getClass(); }
    static void m042(String a, String b) { (a + b).concat(b.trim()); }
    static void m043() { text(null).length(); }
    static void m044() { text(staticName.trim()).length(); }

    // Fields.
    static void m050(NullCases c) { int i = c.x; }
    static void m051(NullCases c) { c.x = 1; }
    static void m052(NullCases c) { c.wide = 1; }
    static void m053(NullCases c) { c.real = 1; }
    static void m054(NullCases c) { c.name = "a"; }
    static void m055(NullCases c) { long l = c.wide; }
    void m056() { next.x = 1; }
    void m057() { next.wide = next.wide; }
    void m058() { next.x++; }
    static void m059() { full.many[3].x += 2; }
    static void m060(NullCases a, NullCases b) { a.next = b.next; }
    static void m061(NullCases c) { c.next.next.next.x = 1; }
    static void m062() { give().next.x = 1; }

    // Arrays.
    static void m070(int[] a) { int i = a[2]; }
    static void m071(long[] a) { long i = a[2]; }
    static void m072(float[] a) { float i = a[2]; }
    static void m073(double[] a) { double i = a[2]; }
    static void m074(byte[] a) { byte i = a[2]; }
    static void m075(boolean[] a) { boolean i = a[2]; }
    static void m076(char[] a) { char i = a[2]; }
    static void m077(short[] a) { short i = a[2]; }
    static void m078(Object[] a) { Object i = a[2]; }
    static void m080(int[] a) { a[2] = 1; }
    static void m081(long[] a) { a[2] = 1; }
    static void m082(float[] a) { a[2] = 1; }
    static void m083(double[] a) { a[2] = 1; }
    static void m084(byte[] a) { a[2] = 1; }
    static void m085(boolean[] a) { a[2] = true; }
    static void m086(char[] a) { a[2] = 1; }
    static void m087(short[] a) { a[2] = 1; }
    static void m088(Object[] a) { a[2] = ""; }
    static void m089(int[] a) { int n = a.length; }
    static void m090(int[] a) { a[0]++; }
    static void m091() { int[][] a = new int[3][]; a[2][1] = 5; }
    static void m092() { int[][][] a = new int[3][3][]; int v = a[2][1][0]; }
    static void m093(int i, long l, int j) { int[][] a = new int[9][]; a[j][i] = 1; }
    static void m094() { int i = 7; int[][] a = new int[9][]; a[i][0] = 1; }
    static void m095() { full.grid[INDEX[INDEX[3]]][0] = 1; }
    static void m096() { full.grid[full.ints[INDEX[3]]][0] = 1; }
    static void m097() { full.grid[index()][0] = 1; }
    static void m098() { full.grid[full.number()][0] = 1; }
    static void m099() { full.grid[index() + 1][0] = 1; }
    static void m100() { full.grid[full.number() - 1][full.number()] = 1; }
    static void m101() { int[][] a = new int[300][]; a[100][0] = 1; }
    static void m102() { int[][] a = new int[300][]; a[299][0] = 1; }
    static void m103() { int[][] a = new int[40000][]; a[39999][0] = 1; }
    static void m104(int[] a) { int i = a[-1]; }
    static void m105() { Object[][] a = new Object[3][]; Object o = a[1][2]; }
    static void m106() { NullCases[][] a = new NullCases[3][3]; a[1][2].many[4].self(); }
    static void m107() { NullCases[][] a = new NullCases[3][3]; a[1][2].many[4].self(); }
    static void m108() { Object[][][][][][][] a = new Object[1][1][1][1][1][1][]; a[0][0][0][0][0][0][0] = 1; }
    static void m109() { noInts()[1] = 2; }
    static void m110() { int n = noInts().length; }
    static void m111() { noObjects("a", 1)[0].hashCode(); }
    static void m112() { Object[] a = {null, null}; a[1].hashCode(); }
    static void m113() { staticInts[0] = 1; }
    static void m114() { long[] l = new long[1]; full.grid[(int) l[0]][0] = 1; }
    static void m115() { byte[] b = new byte[1]; full.grid[b[0]][0] = 1; }
    static void m116() { char[] b = new char[1]; full.grid[b[0]][0] = 1; }
    static void m117() { ((int[]) full.next.any)[2] = 1; }
    static void m118(int[] a) { for (int i : a) { index(); } }
    static void m119(Object[] a, int i) { a[i] = a; }
    static void m120() { ((Object[]) ((Object[]) full.any)[1])[2] = ""; }
    static void m121() { full.grid[full.next.x][0] = 1; }
    static void m122() { full.grid[INDEX.length - 9][0] = 1; }
    static void m123() { final int[][] a = new int[2][]; a[0][a.length - 1] = a.length; }

    // Throwing and locking.
    static void m130() { throw null; }
    static void m131(RuntimeException e) { throw e; }
    void m132() { throw (RuntimeException) any; }
    static void m133(Object o) { synchronized (o) { index(); } }
    void m134() { synchronized (any) { index(); } }
    static void m135() { synchronized (give()) { index(); } }
    static void m136() { synchronized (NullCases.class) { staticName.length(); } }

    // Control flow: where ways meet the cause may be lost.
    static void m140(String a, String b, int i) { (i > 0 ? a : b).length(); }
    static void m141(int i) { (i > 0 ? null : staticName).length(); }
    static void m142(NullCases c) { c = null; c.self(); }
    static void m143(NullCases c, int i) { if (i > 5) { c = full; } c.self(); }
    static void m144(NullCases c) { while (yes()) { c.self(); } }
    static void m145(NullCases c) { for (int i = 0; i < 9; i++) { c = c.next; } }
    static void m146() { NullCases c = full; while (true) { c = c.next; } }
    static void m147(String s) { try { index(); s.length(); } finally { full.x++; } }
    static void m148(String s) { try { s.length(); } catch (IllegalStateException e) { index(); } }
    static void m149(String s) { try { throw new IllegalStateException(); } catch (IllegalStateException e) { s.length(); } }
    static void m150(String s) { try { s = null; throw new IllegalStateException(); } catch (IllegalStateException e) { s.length(); } }
    static void m151(int i, String s) { switch (i) { case 1: index(); case 2: s.length(); break; default: } }
    static void m152(String s, int i) { if (i == 2 && s.length() > 0) { index(); } }
    static void m153(String s, String t) { boolean b = s == null ? t.isEmpty() : true; }
    void m154() { NullCases c = this; c = c.next; c.self(); }
    static void m155(int i) { String s; if (i > 5) { s = "a"; } else { s = null; } s.length(); }
    static void m156(int i, String s) { full.grid[i > 0 ? 1 : 2][s == null ? 3 : 4] = 1; }
    static void m157(int i) { int[][] a = new int[9][]; a[i++][i] = 1; }
    static void m158(int i) { int[][] a = new int[9][]; a[++i][0] = 1; }
    static void m159(String s) { do { s.length(); } while (yes()); }
    static int m160(String s) { return s.length() > 2 ? 1 : 0; }
    static void m161(int i, Object o) { String s = i == 0 ? "" : i == 1 ? "b" : (String) o; s.length(); }
    static void m162(int i, String s) { int j = 0; switch (i) { case 1: j = 1; break; case 1000: j = 2; break; default: j = s.length(); } }
    static void m163(NullCases c) { c.next = c.next = full; }
    static void m164(int[] a) { a[0] = a[1] = 2; }
    static void m165(int[] a, int[] b) { int c = a[b[0]]; }
    static void m166(NullCases c) { full.many[c.x] = null; }

    static void m167(String s) { s.concat(s = "x"); }
    static void m168(String s) { for (int i = 0; i < 2; i++) { s.length(); s = "x"; } }
    static void m169(String s, int i) { do { (i == 0 ? s : s.trim()).length(); s = "x"; } while (yes()); }

    // Many locals and parameters.
    static void m170(long a, double b, String c) { c.length(); }
    void m171(long a, double b, String c) { c.length(); }
    static void m172(long a, double b, String c) { b = 1; a = 2; c.length(); }
    static void m173(int a, int b, int c, int d, int e, String f) { f.length(); }
    static void m174() {
        long a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1, i = 1, j = 1, k = 1, l = 1, m = 1, n = 1, o = 1, p = 1;
        long aa = 1, ab = 1, ac = 1, ad = 1, ae = 1, af = 1, ag = 1, ah = 1, ai = 1, aj = 1, ak = 1, al = 1, am = 1, an = 1;
        long ba = 1, bb = 1, bc = 1, bd = 1, be = 1, bf = 1, bg = 1, bh = 1, bi = 1, bj = 1, bk = 1, bl = 1, bm = 1, bn = 1;
        String s = null;
        s.length();
    }
    static void m175(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l, long m,
        long n, long o, long p, long q, long r, long s, long t, long u, long v, long w, long x, long y, long z, long aa,
        long bb, long cc, long dd, long ee, String last, String past) {
        last.length();
    }
    static void m176(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l, long m,
        long n, long o, long p, long q, long r, long s, long t, long u, long v, long w, long x, long y, long z, long aa,
        long bb, long cc, long dd, long ee, long ff, String past) {
        past.length();
    }
    static void m177() { { int i = 1; index(); } { String s = null; s.length(); } }

    // Lambdas, nested classes, explicit exceptions.
    static void m180() { String s = null; IntSupplier f = () -> s.length(); f.getAsInt(); }
    void m181() { IntSupplier f = () -> name.length(); f.getAsInt(); }
    static void m182() { Function<String, Integer> f = s -> s.length(); f.apply(null); }
    static void m183() { new Inner(null).m184(); }
    void m185() { new Outer().new Deep().run(); }
    static void explicit1() { throw new NullPointerException(); }
    static void explicit2() { throw new NullPointerException("said so"); }
    static void m188() { new Sub().callSuper(null); }
    static void m189() { Supplier<Supplier<String>> s = () -> null; s.get().get(); }
    static void m190() { new Object() { void run(String s) { s.length(); } }.run(null); }
    static void m191() { Point p = null; p.y(); }
    static void m192() { Point p = new Point(null, 1); p.label().length(); }
    static void m193() { Color c = null; c.next().ordinal(); }
    static void m194() { Color c = null; c.next().ordinal(); }
    static void m195(Object o) { if (o instanceof String s) { s.length(); } else { o.hashCode(); } }
    static void größe(String ä) { ä.length(); }
    static void m196() { Größe g = null; g.größe(null); }
    static void m197(String... all) { all[0].length(); }
    static void m198(String... all) { int i = all.length; all[0].length(); }
    static void m199() { (new int[2][3][])[1][2][0]++; }

    static class Größe { int größe(Größe g) { return 1; } }
    record Point(String label, int y) {}
    enum Color { RED; Color next() { return null; } }

    static class Inner {
        final String held;
        Inner(String held) { this.held = held; }
        void m184() { held.length(); }
    }

    static class Outer {
        NullCases cases;
        class Deep { void run() { cases.next.self(); } }
    }

    static class Base { String s; int call(Base b) { return b.s.length(); } }

    static class Sub extends Base {
        int callSuper(Base b) { return super.call(this) + super.s.length(); }
    }

    static Object argument(Class<?> type) {
        if (type == int.class) { return 2; }
        if (type == long.class) { return 2L; }
        if (type == double.class) { return 2d; }
        return null;
    }

    public static void main(String[] args) throws Exception {
        Method[] methods = NullCases.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        StringBuilder out = new StringBuilder();
        for (Method method : methods) {
            if (!method.getName().matches("m\\d.*|größe|explicit\\d")) { continue; }
            Object receiver = Modifier.isStatic(method.getModifiers()) ? null : new NullCases();
            if (method.getName().equals("m019")) { ((NullCases) receiver).next = new NullCases(); }
            Object[] arguments = Arrays.stream(method.getParameterTypes()).map(NullCases::argument).toArray();
            try {
                method.invoke(receiver, arguments);
                throw new IllegalStateException(method + " throws nothing");
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof NullPointerException)) { throw e; }
                StackTraceElement top = e.getCause().getStackTrace()[0];
                String message = e.getCause().getMessage();
                out.append(top.getClassName()).append('\t').append(top.getMethodName()).append('\t');
                out.append(message == null ? "(none)" : message).append('\n');
            }
        }
        System.out.write(out.toString().getBytes("UTF-8"));
        System.out.flush();
    }
}
