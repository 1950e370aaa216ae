// long arithmetic: overflow, division, shifts (with int and long counts), comparison.
public class LongOps {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 2, -3, 63, 64, 65, 0x100000000L, -0x100000000L, 6364136223846793005L,
            Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};
        for (long a : values) {
            System.out.println("a = " + a);
            for (long b : values) {
                System.out.print(" " + (a + b) + " " + (a - b) + " " + (a * b));
                if (b != 0) System.out.print(" " + (a / b) + " " + (a % b));
                System.out.print(" " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + (a << (int) b));
                System.out.print(" " + (a & b) + " " + (a | b) + " " + (a ^ b));
                System.out.println(a < b ? " <" : a == b ? " =" : " >");
            }
            System.out.println(" neg " + -a + " not " + ~a + " int " + (int) a + " short " + (short) a + " byte " + (byte) a);
        }
        long zero = 0;
        try {
            System.out.println(1L / zero);
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        try {
            System.out.println(1L % zero);
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        long x = 5;
        x <<= 33;
        System.out.println(x);
        x >>= 31L;
        System.out.println(x);
        x = -1;
        x >>>= 60;
        System.out.println(x);
        x++;
        x *= 3.5;
        System.out.println(x);
        int i = 1;
        i <<= 33L;
        System.out.println(i);
        i += 0x1_0000_0001L;
        System.out.println(i);
    }
}
