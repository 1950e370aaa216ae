// longs and doubles on the operand stack: compound assignments and increments on fields, statics and array elements.
public class WideStack {
    long lf = 5;
    double df = 2.5;
    int f = 1;
    static long ls = 7;
    static double ds = 0.5;
    static int calls;
    long[] arr = {1, 2, 3};
    double[][] grid = {{1.5, 2.5}, {3.5, 4.5}};

    WideStack self() { calls++; return this; }
    static int idx(int i) { calls += 10; return i; }

    static long mix(int a, long b, float c, double d, byte e, long f, double g) { return (long) (a + b * 2 + c * 4 + d * 8 + e * 16 + f * 32 + g * 64); }
    static double many(double a, long b, double c, int d, long e) {
        double t = a;
        long u = b;
        a = c;
        b = e;
        return t * 1000 + u * 100 + a * 10 + b + d / 10.0;
    }

    long swap(long a, long b) {
        long t = a;
        a = b;
        b = t;
        return a * 1000 + b;
    }

    public static void main(String[] args) {
        WideStack w = new WideStack();
        System.out.println((w.lf++) + " " + (++w.lf) + " " + (w.lf--) + " " + (--w.lf) + " " + w.lf);
        System.out.println((w.df++) + " " + (++w.df) + " " + (w.df--) + " " + w.df);
        System.out.println((ls++) + " " + (++ls) + " " + (ls -= 3) + " " + ls);
        System.out.println((ds *= 3) + " " + ds++ + " " + ds);
        System.out.println((w.self().lf += 10) + " " + (w.self().df *= 2) + " " + w.self().f++ + " " + calls);
        System.out.println((w.self().arr[idx(1)] += 40) + " " + w.arr[idx(2)]++ + " " + ++w.arr[idx(0)] + " " + calls);
        System.out.println(w.arr[0] + " " + w.arr[1] + " " + w.arr[2]);
        System.out.println((w.self().grid[idx(1)][idx(0)] /= 2) + " " + w.grid[0][idx(1)]-- + " " + w.grid[0][1] + " " + calls);
        long a, b, c;
        a = b = c = 1L << 33;
        System.out.println(a + b + c);
        double x, y;
        x = y = w.df = ds = 1.25;
        System.out.println(x + y + w.df + ds);
        w.arr[0] = w.arr[1] = w.lf = ls = 99;
        System.out.println(w.arr[0] + w.arr[1] + w.lf + ls);
        int i = w.f = 3;
        w.arr[2] = i = 4;
        System.out.println(w.arr[2] + i + w.f);
        System.out.println(mix(1, 2L, 3f, 4.0, (byte) 5, 6L, 7.0));
        System.out.println(many(1, 2, 3, 4, 5));
        System.out.println(w.swap(11, 22));
        long[] la = {1, 2, 3, 4};
        int k = 0;
        la[k++] += la[k++] *= la[k];
        System.out.println(la[0] + " " + la[1] + " " + la[2] + " " + k);
        long l = 10;
        l += l++ + ++l;
        System.out.println(l);
        l = l-- - --l;
        System.out.println(l);
        double d = 1;
        d += d++ * (d -= 0.5);
        System.out.println(d);
        int shift = 3;
        shift <<= 2L;
        ls >>>= shift;
        ls |= 1L << 40;
        ls ^= shift;
        System.out.println(ls + " " + shift);
        Object o = w.lf > 50 ? w.lf : w.df;
        System.out.println(o);
        char[] cs = {'a', 'b'};
        cs[0]++;
        cs[1] += 2;
        byte[] bs = {127};
        bs[0]++;
        bs[0] >>>= 1;
        short[] ss = {-1};
        ss[0] *= 3;
        boolean[] zs = {true};
        zs[0] &= false;
        zs[0] |= !zs[0];
        float[] fs = {1.5f};
        fs[0] %= 1;
        fs[0]--;
        System.out.println(cs[0] + "" + cs[1] + bs[0] + ss[0] + zs[0] + fs[0]);
        String[] st = {"s"};
        st[idx(0)] += w.lf + "x" + d;
        System.out.println(st[0]);
    }
}
