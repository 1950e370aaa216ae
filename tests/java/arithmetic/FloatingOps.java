// float and double: NaN, infinities, negative zero, remainder, comparison, rounding.
public class FloatingOps {
    static String d(double x) { return Double.toString(x); }

    public static void main(String[] args) {
        double[] ds = {0.0, -0.0, 1.0, -1.5, 3.25, 1e300, -1e300, 1e-320, Double.MIN_VALUE, Double.MAX_VALUE,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (double a : ds) {
            for (double b : ds) {
                System.out.print(d(a + b) + " " + d(a - b) + " " + d(a * b) + " " + d(a / b) + " " + d(a % b) + " ");
                System.out.print(a < b ? 1 : 0);
                System.out.print(a <= b ? 1 : 0);
                System.out.print(a > b ? 1 : 0);
                System.out.print(a >= b ? 1 : 0);
                System.out.print(a == b ? 1 : 0);
                System.out.print(a != b ? 1 : 0);
                System.out.print(!(a < b) ? 1 : 0);
                System.out.print(!(a > b) ? 1 : 0);
                System.out.println(" " + Double.compare(a, b));
            }
        }
        float[] fs = {0f, -0f, 1f, 0.1f, -2.5f, 1e38f, Float.MIN_VALUE, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NaN};
        for (float a : fs) {
            for (float b : fs) {
                System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b) + " ");
                System.out.print(a < b ? 1 : 0);
                System.out.print(a <= b ? 1 : 0);
                System.out.print(a > b ? 1 : 0);
                System.out.print(a >= b ? 1 : 0);
                System.out.println(a == b ? 1 : 0);
            }
            System.out.println(-a + " " + (double) a + " " + Float.compare(a, 0f));
        }
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println((double) 0.1f);
        System.out.println(1.0 / 3);
        System.out.println(1.0f / 3);
        System.out.println(100.0 * 1.1);
        System.out.println(Double.valueOf(0.0).equals(-0.0) + " " + (0.0 == -0.0) + " " + Double.valueOf(Double.NaN).equals(Double.NaN));
        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(1, Double.NaN));
        double acc = 0;
        for (int i = 0; i < 1000; i++) acc += 0.1;
        System.out.println(acc);
        float facc = 0;
        for (int i = 0; i < 1000; i++) facc += 0.1f;
        System.out.println(facc);
        double x = 7;
        x %= 2.5;
        x++;
        x /= 0.3;
        System.out.println(x);
    }
}
