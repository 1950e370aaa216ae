// Math: rounding, exact arithmetic, floor division, absolute values, powers of two and neighbours.
public class MathMethods {
    static final double[] DS = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.49999999999999994, 4503599627370497.5, 1e18, -1e19,
        Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};

    interface Exact { Object run(); }

    static void exact(String name, Exact e) {
        try {
            System.out.println(name + " = " + e.run());
        } catch (ArithmeticException x) {
            System.out.println(name + ": " + x.getMessage());
        }
    }

    public static void main(String[] args) {
        for (double d : DS) {
            System.out.println(d + ": floor " + Math.floor(d) + " ceil " + Math.ceil(d) + " rint " + Math.rint(d) + " round " + Math.round(d)
                + " abs " + Math.abs(d) + " signum " + Math.signum(d) + " ulp " + Math.ulp(d) + " exp " + Math.getExponent(d)
                + " up " + Math.nextUp(d) + " down " + Math.nextDown(d) + " sqrt " + Math.sqrt(d));
        }
        for (float f : new float[] {0f, -0f, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0.49999997f, 8388609f, 1e20f, Float.NaN, Float.NEGATIVE_INFINITY}) {
            System.out.println(f + ": round " + Math.round(f) + " abs " + Math.abs(f) + " ulp " + Math.ulp(f) + " exp " + Math.getExponent(f) + " up " + Math.nextUp(f)
                + " after " + Math.nextAfter(f, 0.0) + " signum " + Math.signum(f));
        }
        int[] is = {7, -7, 1, -1, 0, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : is) for (int b : is) {
            if (b == 0) continue;
            System.out.println(a + "," + b + ": " + Math.floorDiv(a, b) + " " + Math.floorMod(a, b) + " " + Math.floorDiv((long) a, b) + " " + Math.floorMod((long) a, b) + " " + Math.max(a, b) + " " + Math.min(a, b));
        }
        int M = Integer.MAX_VALUE, m = Integer.MIN_VALUE;
        long LM = Long.MAX_VALUE, Lm = Long.MIN_VALUE;
        exact("add", () -> Math.addExact(M, 1));
        exact("add", () -> Math.addExact(M, -1));
        exact("addL", () -> Math.addExact(LM, 1L));
        exact("sub", () -> Math.subtractExact(m, 1));
        exact("subL", () -> Math.subtractExact(Lm, -1L));
        exact("mul", () -> Math.multiplyExact(65536, 32768));
        exact("mul", () -> Math.multiplyExact(65536, 32767));
        exact("mulL", () -> Math.multiplyExact(Lm, -1L));
        exact("mulLI", () -> Math.multiplyExact(1L << 40, 1 << 23));
        exact("neg", () -> Math.negateExact(m));
        exact("inc", () -> Math.incrementExact(M));
        exact("dec", () -> Math.decrementExact(Lm));
        exact("toInt", () -> Math.toIntExact(1L << 31));
        exact("toInt", () -> Math.toIntExact(-(1L << 31)));
        exact("abs", () -> Math.absExact(m));
        exact("full", () -> Math.multiplyFull(M, M));
        exact("high", () -> Math.multiplyHigh(LM, LM) + " " + Math.multiplyHigh(Lm, 2) + " " + Math.multiplyHigh(-5L, 7L));
        exact("floorDiv0", () -> Math.floorDiv(1, 0));
        System.out.println(Math.abs(m) + " " + Math.abs(Lm) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27) + " " + Math.fma(2.0, 3.0, 4.0) + " " + Math.fma(0.1, 10, -1));
        System.out.println(Math.scalb(1.5, 4) + " " + Math.scalb(1.5f, -150) + " " + Math.copySign(3, -0.0) + " " + Math.IEEEremainder(5, 3) + " " + Math.nextAfter(1.0, 2.0));
        System.out.println(Math.pow(2, 10) + " " + Math.pow(2, 0.5) + " " + Math.pow(-2, 3) + " " + Math.pow(0, 0) + " " + Math.pow(Double.NaN, 0) + " " + Math.pow(-1, 0.5) + " " + Math.pow(0, -1));
        System.out.println(Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(-0.0) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.log10(1000) + " " + Math.atan2(0, -0.0) + " " + Math.asin(2));
        System.out.println(Math.toDegrees(Math.PI) + " " + (float) Math.toRadians(180) + " " + Math.E);
        System.out.println(Math.sqrt(2) + " " + Math.sqrt(-1) + " " + Math.sqrt(1e-300) + " " + (float) Math.sqrt(2f));
    }
}
