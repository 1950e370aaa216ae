// int arithmetic: overflow, division, remainder, shifts and bit operations at the corners.
public class IntOps {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 2, -2, 7, -7, 31, 32, 33, 1000003, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
        for (int a : values) {
            System.out.print(a + ":");
            for (int b : values) {
                System.out.print(" " + (a + b) + " " + (a - b) + " " + (a * b));
                if (b != 0) System.out.print(" " + (a / b) + " " + (a % b));
                System.out.print(" " + (a << b) + " " + (a >> b) + " " + (a >>> b));
                System.out.print(" " + (a & b) + " " + (a | b) + " " + (a ^ b));
                System.out.print(a < b ? "<" : a == b ? "=" : ">");
            }
            System.out.println();
            System.out.println("  neg " + -a + " not " + ~a + " abs " + Math.abs(a));
        }
        int i = Integer.MAX_VALUE;
        i++;
        System.out.println(i);
        i--;
        System.out.println(i);
        i += 1.5;
        System.out.println(i);
        i = 10;
        i -= 3.7;
        System.out.println(i);
        i *= 2.5;
        System.out.println(i);
        i = 5;
        System.out.println(i++ + ++i);
        System.out.println(i-- - --i);
        i = 3;
        i = i++ + i;
        System.out.println(i);
        i += i++ * 2 + i;
        System.out.println(i);
        int big = 1_000_000;
        System.out.println(big * big);
        System.out.println((long) big * big);
        System.out.println(0x7fffffff + 0b1010 + 017 + 'a');
        i = 100;
        i += 200;
        i -= -300;
        i += 40000;
        System.out.println(i);
        for (int zero : new int[] {0}) {
            try {
                System.out.println(5 / zero);
            } catch (ArithmeticException e) {
                System.out.println(e.getMessage());
            }
            try {
                System.out.println(5 % zero);
            } catch (ArithmeticException e) {
                System.out.println(e);
            }
        }
    }
}
