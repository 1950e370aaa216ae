// Constant expressions folded by the compiler, static finals of every type, large constants and strings.
public class Constants {
    static final boolean Z = 3 > 2 && !false;
    static final byte B = (byte) 300;
    static final short S = (short) (40000 + 1);
    static final char C = 'a' + 1;
    static final int I = 1 << 31 >>> 3;
    static final long L = 1L << 40 | 0xFFL;
    static final float F = 1f / 3;
    static final double D = 0.1 + 0.2;
    static final String T = "a" + 1 + 'b' + 2L + 1.5f + 2.5 + true + (char) 99 + null0() ;
    static String null0() { return "n"; }
    static final String FOLDED = "x" + Constants.I + Constants.C + (Z ? "yes" : "no");
    static final int NEG = -128, SMALL = 5, SHORTY = 30000, INTY = 100000;
    static final long BIGL = Long.MIN_VALUE;
    static final double[] SPECIAL = {0.0, 1.0, -0.0, 2.0, Double.NaN, 1e308 * 10};
    static final float[] FS = {0f, 1f, 2f, 3f, -1f};
    static final long[] LS = {0L, 1L, 2L, -1L};
    static final int[] IS = {-1, 0, 1, 2, 3, 4, 5, 6, 127, 128, -128, -129, 32767, 32768, -32768, -32769, Integer.MAX_VALUE};
    static final char[][] CS = {{'a'}, {}, "text".toCharArray()};
    final int inst = 42;
    final String text = "inst" + inst;

    static String sw(int x) { switch (x) { case SMALL: return "small"; case SHORTY: return "shorty"; case I & 0xff: return "masked"; case 'a' + 100: return "chars"; default: return "none"; } }

    public static void main(String[] args) {
        System.out.println(Z + " " + B + " " + S + " " + C + " " + I + " " + L + " " + F + " " + D + " " + T + " " + FOLDED);
        System.out.println(("x" + I + C + "yes" == FOLDED) + " " + (new Constants().text == "inst42") + " " + ("inst" + new Constants().inst).equals("inst42"));
        for (double d : SPECIAL) System.out.print(d + " ");
        for (float f : FS) System.out.print(f + " ");
        for (long l : LS) System.out.print(l + " ");
        for (int i : IS) System.out.print(i + " ");
        System.out.println(CS.length + new String(CS[2]) + CS[1].length);
        System.out.println(sw(5) + sw(30000) + sw(0) + sw(197) + sw(-5));
        int a = -1, b = 0, c = 5, d = 6, e = 127, f = -128, g = 128, h = 32767, i = 32768, j = -32769;
        System.out.println(a + b + c + d + e + f + g + h + i + j);
        long la = 0, lb = 1, lc = 2, ld = Integer.MAX_VALUE + 1L;
        double da = 0, db = 1, dc = 2, dd = -0.0;
        float fa = 0, fb = 1, fc = 2, fd = 3;
        System.out.println(la + lb + lc + ld + " " + (da + db + dc + dd) + " " + (fa + fb + fc + fd) + " " + 1 / dd);
        String long1 = "0123456789".repeat(10);
        System.out.println(long1.length() + " " + "\u0000\u0001\u007f\u0080\u07ff\u0800\uffff".length() + " " + (int) "\u0000".charAt(0) + " " + "\ud83d\ude00".codePointAt(0) + " " + "\ud800".length());
        System.out.println("tab\t|newline\\n|quote\"|nul".length() + " " + 'x' + '\'' + '\\' + '\u0041' + " " + (char) 65 + '\101');
        System.out.println(0x1.8p1 + " " + 1_000_000 + " " + 0b1111_0000 + " " + 0777 + " " + 0xFFFF_FFFFL + " " + 1e-45f + " " + 4.9e-324 + " " + .5 + " " + 5. + " " + 1e3f);
        System.out.println(Integer.MIN_VALUE / -1 + " " + (Integer.MIN_VALUE % -1) + " " + (5 & 3 | 4 ^ 1) + " " + (~7) + " " + (-7 >> 1) + " " + (-7 >>> 28) + " " + (-7 / 2) + " " + (-7 % 3) + " " + 7.5 % 2);
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (int) 3.99e9 + " " + (char) 97 + " " + (int) 'z' + " " + (long) 1e19 + " " + (float) 1e40 + " " + (int) Float.NaN);
        final int local = 10;
        byte narrowed = local;
        switch (10) { case local: System.out.println("local constant " + narrowed); }
        System.out.println(Byte.MIN_VALUE + " " + Short.MAX_VALUE + " " + (int) Character.MAX_VALUE + " " + Long.MAX_VALUE + " " + Float.MAX_VALUE + " " + Double.MIN_NORMAL + " " + Math.PI);
        System.out.println(true ^ true | false & true ? "t" : "f");
        System.out.println(Other.X + Other.Y + Iface.W);
        if (Other.DEBUG) System.out.println("never"); else System.out.println("folded branch");
    }
    static class Other { static final int X = Iface.W * 2; static final String Y = "y" + X; static final boolean DEBUG = false; static { System.out.println("Other must not be initialised"); } }
    interface Iface { int W = 21; }
}
