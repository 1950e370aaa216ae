// Number theory, matrices, statistics, numerical methods, fractions, complex numbers, polynomials.
import java.util.*;

public class Numbers {
    record Frac(long n, long d) implements Comparable<Frac> {
        Frac { if (d == 0) throw new ArithmeticException("zero denominator"); long g = gcd(Math.abs(n), Math.abs(d)); if (d < 0) g = -g; n /= g; d /= g; }
        static long gcd(long a, long b) { while (b != 0) { long t = a % b; a = b; b = t; } return a; }
        Frac plus(Frac o) { return new Frac(n * o.d + o.n * d, d * o.d); }
        Frac times(Frac o) { return new Frac(n * o.n, d * o.d); }
        public int compareTo(Frac o) { return Long.compare(n * o.d, o.n * d); }
        @Override public String toString() { return d == 1 ? "" + n : n + "/" + d; }
    }
    record Complex(double re, double im) { Complex times(Complex o) { return new Complex(re * o.re - im * o.im, re * o.im + im * o.re); } Complex plus(Complex o) { return new Complex(re + o.re, im + o.im); } double abs2() { return re * re + im * im; } }
    static long[][] mul(long[][] a, long[][] b) { int n = a.length; long[][] c = new long[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % 1_000_000_007; return c; }
    static long fib(long n) { long[][] r = {{1, 0}, {0, 1}}, m = {{1, 1}, {1, 0}}; for (; n > 0; n >>= 1, m = mul(m, m)) if ((n & 1) == 1) r = mul(r, m); return r[0][1]; }
    static double det(double[][] m) { int n = m.length; double d = 1; for (int c = 0; c < n; c++) { int p = c; for (int r = c; r < n; r++) if (Math.abs(m[r][c]) > Math.abs(m[p][c])) p = r; if (m[p][c] == 0) return 0; if (p != c) { double[] t = m[p]; m[p] = m[c]; m[c] = t; d = -d; } d *= m[c][c]; for (int r = c + 1; r < n; r++) { double f = m[r][c] / m[c][c]; for (int k = c; k < n; k++) m[r][k] -= f * m[c][k]; } } return d; }
    static List<Integer> factors(int n) { List<Integer> f = new ArrayList<>(); for (int p = 2; (long) p * p <= n; p++) while (n % p == 0) { f.add(p); n /= p; } if (n > 1) f.add(n); return f; }
    static double newton(double x) { double r = x; for (int i = 0; i < 30; i++) r = (r + x / r) / 2; return r; }
    static double simpson(java.util.function.DoubleUnaryOperator f, double a, double b, int n) { double h = (b - a) / n, s = f.applyAsDouble(a) + f.applyAsDouble(b); for (int i = 1; i < n; i++) s += f.applyAsDouble(a + i * h) * (i % 2 == 0 ? 2 : 4); return s * h / 3; }
    static String base(int n, int b) { String d = ""; do d = Character.forDigit(n % b, b) + d; while ((n /= b) > 0); return d; }
    static boolean perfect(int n) { int s = 0; for (int i = 1; i <= n / 2; i++) if (n % i == 0) s += i; return s == n; }
    static long modpow(long b, long e, long m) { long r = 1; for (b %= m; e > 0; e >>= 1, b = b * b % m) if ((e & 1) == 1) r = r * b % m; return r; }

    public static void main(String[] args) {
        Frac h = new Frac(0, 1);
        for (int i = 1; i <= 12; i++) h = h.plus(new Frac(1, i));
        System.out.println(h + " " + new Frac(6, -8) + " " + new Frac(1, 2).times(new Frac(2, 3)) + " " + new Frac(4, 2) + " " + new Frac(1, 3).compareTo(new Frac(1, 2)) + " " + new Frac(2, 4).equals(new Frac(1, 2)));
        try { new Frac(1, 0); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        for (int y = -6; y <= 6; y++) { StringBuilder sb = new StringBuilder(); for (int x = -16; x <= 6; x++) { Complex c = new Complex(x / 8.0, y / 6.0), z = c; int i = 0; while (i < 30 && z.abs2() < 4) { z = z.times(z).plus(c); i++; } sb.append(i == 30 ? '#' : i > 5 ? '+' : i > 2 ? '.' : ' '); } System.out.println(sb.toString().stripTrailing()); }
        System.out.println(fib(10) + " " + fib(90) + " " + fib(1_000_000_000_000L));
        System.out.println(Math.round(det(new double[][] {{2, -1, 0}, {1, 3, 2}, {0, 5, -4}})) + " " + det(new double[][] {{1, 2}, {2, 4}}));
        for (int n : new int[] {2, 12, 97, 360, 999999, 2147483647}) System.out.print(factors(n) + " ");
        System.out.println();
        System.out.println(newton(2) + " " + newton(1e10) + " " + Math.round(simpson(x -> x * x * x, 0, 2, 10) * 1000) + " " + Math.round(simpson(StrictMath::sin, 0, Math.PI, 50) * 1e6));
        System.out.println(base(255, 2) + " " + base(255, 16) + " " + base(0, 2) + " " + base(12345, 7));
        StringBuilder sb = new StringBuilder();
        for (int i = 2; i < 500; i++) if (perfect(i)) sb.append(i).append(' ');
        System.out.println(sb + "" + modpow(2, 1_000_000, 1_000_003) + " " + modpow(7, 0, 13));
        long[][] pascal = new long[20][];
        for (int i = 0; i < 20; i++) { pascal[i] = new long[i + 1]; for (int j = 0; j <= i; j++) pascal[i][j] = j == 0 || j == i ? 1 : pascal[i - 1][j - 1] + pascal[i - 1][j]; }
        System.out.println(Arrays.toString(pascal[10]) + " " + pascal[19][9]);
        double[] xs = {2, 4, 4, 4, 5, 5, 7, 9};
        double mean = Arrays.stream(xs).average().getAsDouble(), var = Arrays.stream(xs).map(v -> (v - mean) * (v - mean)).average().getAsDouble();
        System.out.println(mean + " " + Math.sqrt(var));
        double pi = 0;
        for (int i = 0; i < 2000; i++) pi += (i % 2 == 0 ? 4.0 : -4.0) / (2 * i + 1);
        System.out.println(pi);
        int[] digits = new int[40];
        digits[0] = 1;
        for (int k = 0; k < 100; k++) { int carry = 0; for (int i = 0; i < 40; i++) { int v = digits[i] * 2 + carry; digits[i] = v % 10; carry = v / 10; } }
        sb.setLength(0);
        for (int i = 30; i >= 0; i--) sb.append(digits[i]);
        System.out.println(sb);
    }
}
