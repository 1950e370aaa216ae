// Every conversion between primitive types, with saturation, truncation and NaN.
public class Conversions {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 16777217, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i : ints) {
            System.out.println(i + ": " + (byte) i + " " + (short) i + " " + (int) (char) i + " " + (long) i + " " + (float) i + " " + (double) i);
        }
        long[] longs = {0, -1, 1L << 31, 1L << 32, (1L << 53) + 1, 9007199254740993L, 123456789012345678L, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long l : longs) {
            System.out.println(l + ": " + (byte) l + " " + (short) l + " " + (int) (char) l + " " + (int) l + " " + (float) l + " " + (double) l);
        }
        double[] doubles = {0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.9, 128.0, 65535.9, 65536.5, 2147483647.5, 2147483648.0, -2147483649.0,
            4294967296.0, 9.3e18, -9.3e18, 1e40, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.1, 3.4028236e38};
        for (double d : doubles) {
            System.out.println(d + ": " + (byte) d + " " + (short) d + " " + (int) (char) d + " " + (int) d + " " + (long) d + " " + (float) d);
        }
        float[] floats = {0f, -0.99f, 1e10f, -1e10f, 1e20f, 3.7f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, 16777216f};
        for (float f : floats) {
            System.out.println(f + ": " + (byte) f + " " + (short) f + " " + (int) (char) f + " " + (int) f + " " + (long) f + " " + (double) f);
        }
        char c = 'A';
        c += 1;
        c++;
        System.out.println(c + " " + (c + 1) + " " + (char) (c + 1));
        byte b = 127;
        b++;
        System.out.println(b);
        b += 200;
        System.out.println(b);
        b >>>= 1;
        System.out.println(b);
        b = -16;
        b >>>= 2;
        System.out.println(b);
        short s = (short) 0x8000;
        s--;
        System.out.println(s);
        s *= 3;
        System.out.println(s);
        char top = '\uffff';
        top++;
        System.out.println((int) top);
        System.out.println((byte) 'é' + " " + (short) '\u8000' + " " + (int) '\u8000');
        long wide = 'x';
        float f = Long.MAX_VALUE;
        double dd = 'a' + 1L + 2f;
        System.out.println(wide + " " + f + " " + dd);
        int fromChar = 'a' * 'b';
        System.out.println(fromChar);
        Object boxed = true ? 1 : 2.0;
        System.out.println(boxed);
        Object mixed = false ? 'a' : 98;
        System.out.println(mixed);
        System.out.println((Object) (true ? (short) 1 : 'b'));
        Integer boxedInt = 5;
        long unboxed = boxedInt;
        double d2 = boxedInt;
        System.out.println(unboxed + " " + d2);
    }
}
