// Parameters and locals of every type in the first slots, read, changed and returned: the short forms of load and store.
public class Slots {
    static int i0(int a) { a = (a * 2 + 1); int b = a; return b; }
    static int i1(int x, int a) { a = (a * 2 + 1); int b = a; x++; return x > 100 ? a : b; }
    static int i2(int x, float y, int a) { a = (a * 2 + 1); int b = a; y++; return x > y ? a : b; }
    static int i3(long x, byte y, int a) { a = (a * 2 + 1); int b = a; y++; x += y; return x > y ? a : b; }
    static int i9(double p, double q, double r, int a) { int b = (a * 2 + 1); int c = b; int d = c; p = q; q = r; return p > q ? b : d; }
    int im(int a) { int b = a; a = (a * 2 + 1); int c = a; return this == null ? b : c; }
    static long l0(long a) { a = (a * 3L - 1); long b = a; return b; }
    static long l1(int x, long a) { a = (a * 3L - 1); long b = a; x++; return x > 100 ? a : b; }
    static long l2(int x, float y, long a) { a = (a * 3L - 1); long b = a; y++; return x > y ? a : b; }
    static long l3(long x, byte y, long a) { a = (a * 3L - 1); long b = a; y++; x += y; return x > y ? a : b; }
    static long l9(double p, double q, double r, long a) { long b = (a * 3L - 1); long c = b; long d = c; p = q; q = r; return p > q ? b : d; }
    long lm(long a) { long b = a; a = (a * 3L - 1); long c = a; return this == null ? b : c; }
    static float f0(float a) { a = (a * 1.5f + 0.25f); float b = a; return b; }
    static float f1(int x, float a) { a = (a * 1.5f + 0.25f); float b = a; x++; return x > 100 ? a : b; }
    static float f2(int x, float y, float a) { a = (a * 1.5f + 0.25f); float b = a; y++; return x > y ? a : b; }
    static float f3(long x, byte y, float a) { a = (a * 1.5f + 0.25f); float b = a; y++; x += y; return x > y ? a : b; }
    static float f9(double p, double q, double r, float a) { float b = (a * 1.5f + 0.25f); float c = b; float d = c; p = q; q = r; return p > q ? b : d; }
    float fm(float a) { float b = a; a = (a * 1.5f + 0.25f); float c = a; return this == null ? b : c; }
    static double d0(double a) { a = (a / 4 - 1.5); double b = a; return b; }
    static double d1(int x, double a) { a = (a / 4 - 1.5); double b = a; x++; return x > 100 ? a : b; }
    static double d2(int x, float y, double a) { a = (a / 4 - 1.5); double b = a; y++; return x > y ? a : b; }
    static double d3(long x, byte y, double a) { a = (a / 4 - 1.5); double b = a; y++; x += y; return x > y ? a : b; }
    static double d9(double p, double q, double r, double a) { double b = (a / 4 - 1.5); double c = b; double d = c; p = q; q = r; return p > q ? b : d; }
    double dm(double a) { double b = a; a = (a / 4 - 1.5); double c = a; return this == null ? b : c; }
    static String s0(String a) { a = (a + "!"); String b = a; return b; }
    static String s1(int x, String a) { a = (a + "!"); String b = a; x++; return x > 100 ? a : b; }
    static String s2(int x, float y, String a) { a = (a + "!"); String b = a; y++; return x > y ? a : b; }
    static String s3(long x, byte y, String a) { a = (a + "!"); String b = a; y++; x += y; return x > y ? a : b; }
    static String s9(double p, double q, double r, String a) { String b = (a + "!"); String c = b; String d = c; p = q; q = r; return p > q ? b : d; }
    String sm(String a) { String b = a; a = (a + "!"); String c = a; return this == null ? b : c; }
    static boolean z(boolean a, boolean b, boolean c) { a &= b; c = !c; b = a | c; return a ^ b ^ c; }
    static byte b(byte a) { a += 100; byte c = a; c++; return c; }
    static short s(short a) { a *= 300; short c = a; c--; return c; }
    static char c(char a) { a += 2; char c = a; c++; return c; }
    static int[] arr(int[] a) { int[] b = a; a = new int[] {b[0] + 1, b.length}; b = a; return b; }
    static long reuse(int k) { { long a = k; k += a; } { double a = k; k *= a; } { float a = 2; k -= a; } { String a = "four"; k += a.length(); } { int a = 1; k <<= a; } return k; }
    static String mix(int a, long b, float c, double d, Object e, char f, short g, byte h, boolean i) { a++; b--; c /= 2; d *= 2; e = e + "e"; f++; g--; h <<= 1; i = !i; return a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + g + " " + h + " " + i; }
    public static void main(String[] args) {
        Slots o = new Slots();
        System.out.println(i0(7) + " " + i1(1, 7) + " " + i2(1, 2f, 7) + " " + i3(9L, (byte) 1, 7) + " " + i9(1, 2, 3, 7) + " " + o.im(7));
        System.out.println(l0(5000000000L) + " " + l1(1, 5000000000L) + " " + l2(1, 2f, 5000000000L) + " " + l3(9L, (byte) 1, 5000000000L) + " " + l9(1, 2, 3, 5000000000L) + " " + o.lm(5000000000L));
        System.out.println(f0(2.5f) + " " + f1(1, 2.5f) + " " + f2(1, 2f, 2.5f) + " " + f3(9L, (byte) 1, 2.5f) + " " + f9(1, 2, 3, 2.5f) + " " + o.fm(2.5f));
        System.out.println(d0(10.5) + " " + d1(1, 10.5) + " " + d2(1, 2f, 10.5) + " " + d3(9L, (byte) 1, 10.5) + " " + d9(1, 2, 3, 10.5) + " " + o.dm(10.5));
        System.out.println(s0("s") + " " + s1(1, "s") + " " + s2(1, 2f, "s") + " " + s3(9L, (byte) 1, "s") + " " + s9(1, 2, 3, "s") + " " + o.sm("s"));
        System.out.println(z(true, true, false) + " " + z(false, true, true) + " " + b((byte) 100) + " " + s((short) 200) + " " + c('a') + " " + arr(new int[] {5, 6})[0] + " " + reuse(3));
        System.out.println(mix(1, 2L, 3f, 4d, "o", 'f', (short) 7, (byte) 100, true));
        float f0 = 1, f1 = 2, f2 = 3;
        f0 += f1 * f2;
        f1 -= f0;
        double d0 = f0, d1 = d0 * f1;
        long l0 = (long) d1, l1 = l0 << 3;
        System.out.println(f0 + " " + f1 + " " + d0 + " " + d1 + " " + l0 + " " + l1 + " " + (f0 > f1) + (d0 < d1) + (l0 == l1));
    }
}
