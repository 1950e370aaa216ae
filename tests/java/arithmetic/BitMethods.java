// Bit methods of Integer, Long, Short, Character and Byte: counts, rotations, reversals, highest bits.
public class BitMethods {
    public static void main(String[] args) {
        int[] is = {0, 1, -1, 2, 255, 0x12345678, 0x80000000, 0x7fffffff, 0x0f0f0f0f, 0x00100000};
        for (int i : is) {
            System.out.println(i + ": " + Integer.bitCount(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.highestOneBit(i) + " "
                + Integer.lowestOneBit(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " " + Integer.rotateLeft(i, 5) + " " + Integer.rotateRight(i, 37) + " " + Integer.signum(i)
                + " " + Short.reverseBytes((short) i) + " " + (int) Character.reverseBytes((char) i));
        }
        long[] ls = {0, 1, -1, 0x123456789abcdef0L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 0xffffffffL};
        for (long l : ls) {
            System.out.println(l + ": " + Long.bitCount(l) + " " + Long.numberOfLeadingZeros(l) + " " + Long.numberOfTrailingZeros(l) + " " + Long.highestOneBit(l) + " " + Long.lowestOneBit(l)
                + " " + Long.reverse(l) + " " + Long.reverseBytes(l) + " " + Long.rotateLeft(l, 13) + " " + Long.rotateRight(l, -3) + " " + Long.signum(l) + " " + Long.hashCode(l));
        }
        System.out.println(Integer.compare(3, 5) + " " + Long.compare(5, 3) + " " + Integer.max(1, 2) + " " + Long.min(1, 2) + " " + Integer.sum(3, 4));
        System.out.println(Integer.SIZE + " " + Long.BYTES + " " + Character.BYTES + " " + Byte.SIZE + " " + Double.BYTES);
        // The cache of small boxed values.
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c == 128) + " " + (c <= d && c >= d));
        Long la = -128L, lb = -128L, lc = -129L, ld = -129L;
        System.out.println((la == lb) + " " + (lc == ld) + " " + lc.equals(ld) + " " + la.equals(-128));
        Character ca = '\u007f', cb = '\u007f', cc = '\u0080', cd = '\u0080';
        System.out.println((ca == cb) + " " + (cc == cd));
        Byte ba = -1, bb = -1;
        Short sa = 100, sb = 100, sc = 1000, sd = 1000;
        System.out.println((ba == bb) + " " + (sa == sb) + " " + (sc == sd) + " " + (Boolean.valueOf(true) == Boolean.TRUE));
        Integer n = 5;
        n++;
        n += 10;
        n = -n;
        System.out.println(n + " " + n.hashCode() + " " + n.compareTo(3) + " " + n.byteValue() + " " + n.doubleValue() + " " + n.toString().length());
        Integer[] boxes = {1, 2, 3};
        boxes[1]++;
        boxes[2] += boxes[1]--;
        System.out.println(boxes[0] + " " + boxes[1] + " " + boxes[2]);
        int sum = 0;
        for (Integer x : boxes) sum += x;
        System.out.println(sum);
        Object o = 1;
        System.out.println(o.equals(1) + " " + o.equals(1L) + " " + Long.valueOf(1).equals(1L) + " " + new Object[] {1}[0].equals(1));
        Integer nothing = null;
        try {
            int x = nothing;
            System.out.println(x);
        } catch (NullPointerException e) {
            System.out.println("unboxed null");
        }
        char ch = 'x';
        Character boxedChar = ch;
        System.out.println(boxedChar + 1);
        System.out.println((char) (boxedChar + 1));
        double dsum = 0;
        Double dd = 0.5;
        for (int i = 0; i < 4; i++) dsum += dd * i;
        System.out.println(dsum);
        System.out.println(true ? (Integer) 1 : (Double) 2.0);
        System.out.println(Integer.valueOf(1000).equals(Integer.valueOf(1000)) + " " + (Integer.valueOf(-128) == Integer.valueOf(-128)));
        Number[] mixed = {1, 2L, 3f, 4.5, (short) 5, (byte) 6};
        for (Number x : mixed) System.out.print(x.getClass().getSimpleName() + " " + x.intValue() + " ");
        System.out.println();
    }
}
