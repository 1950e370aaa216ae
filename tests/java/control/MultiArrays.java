// Arrays of every type and dimension: creation, initialisers, partial dimensions, covariance, clone, evaluation order.
import java.util.Arrays;

public class MultiArrays {
    static StringBuilder log = new StringBuilder();
    static int i(String s, int v) { log.append(s); return v; }
    static int[] arr(int[] a) { log.append("A"); return a; }
    static int boom(String s) { log.append(s); throw new RuntimeException(s); }

    interface Body { void run(); }
    static void t(String n, Body b) { log.setLength(0); String e = "fine"; try { b.run(); } catch (RuntimeException x) { e = x.getClass().getSimpleName(); } System.out.println(n + ": " + log + " " + e); }

    public static void main(String[] args) {
        int[][] a = new int[3][4];
        int[][] ragged = {{1}, {2, 3}, {}, null, {4, 5, 6}};
        int[][][] part = new int[2][3][];
        long[][][] cube = new long[2][2][2];
        String[][] ss = new String[2][];
        ss[0] = new String[] {"x", null};
        cube[1][0][1] = 1L << 40;
        a[2][3] = a[0][0]++ + 5;
        part[1][2] = new int[] {7};
        System.out.println(Arrays.deepToString(a) + Arrays.deepToString(ragged) + Arrays.deepToString(part) + Arrays.deepToString(cube) + Arrays.deepToString(ss));
        System.out.println(new int[0].length + " " + new int[0][5].length + " " + new int[5][0][7].length + " " + (new int[1][2][3])[0][1].length + " " + new int[][][] {{{}}}[0][0].length);
        boolean[] z = {true, false}; byte[] b = {1, -1}; short[] s = {2, -2}; char[] c = {'a', '\uffff'}; long[] l = {3, -3}; float[] f = {1.5f, Float.NaN}; double[] d = {2.5, -0.0};
        System.out.println(Arrays.toString(z) + Arrays.toString(b) + Arrays.toString(s) + (int) c[1] + Arrays.toString(l) + Arrays.toString(f) + Arrays.toString(d));
        System.out.println(new boolean[1][0] != null ? "" + new boolean[1].length + new byte[1].length + new char[1].length + (int) (new char[1])[0] + (new double[1])[0] + (new float[1])[0] + (new Object[1])[0] + (new boolean[1])[0] : "");
        Object[] objs = new Integer[] {1, 2};
        Number[] nums = (Number[]) objs;
        System.out.println(nums[0] + " " + (objs instanceof Integer[]) + (objs instanceof Number[]) + (objs.getClass() == Object[].class) + " " + ((Object) a instanceof Object[]) + ((Object) a[0] instanceof Object[]) + (a instanceof Cloneable));
        int[] x = {1, 2, 3}, y = x, w = x.clone();
        y[0] = 9;
        int[][] shallow = ragged.clone();
        shallow[1][0] = 99;
        shallow[0] = null;
        System.out.println(x[0] + " " + w[0] + " " + x.equals(y) + x.equals(w) + Arrays.equals(y, x) + " " + ragged[1][0] + " " + (ragged[0] == null));
        int k = 0;
        x[k] = k = 2;
        System.out.println(Arrays.toString(x) + k);
        k = 0;
        x[k++] = x[k++] + x[k];
        x[k] += k = 1;
        System.out.println(Arrays.toString(x) + k);
        t("index before value", () -> arr(new int[2])[i("i", 1)] = i("v", 5));
        t("null array after value", () -> arr(null)[i("i", 1)] = i("v", 5));
        t("bad index after value", () -> arr(new int[1])[i("i", 1)] = i("v", 5));
        t("value throws first", () -> arr(null)[i("i", 1)] = boom("V"));
        t("index throws", () -> arr(null)[boom("I")] = i("v", 1));
        t("compound null early", () -> arr(null)[i("i", 0)] += i("v", 1));
        t("compound bounds early", () -> arr(new int[0])[i("i", 0)] += i("v", 1));
        t("dims in order", () -> { int[][][] q = new int[i("1", 1)][i("2", 2)][i("3", 3)]; });
        t("negative dim after all", () -> { int[][] q = new int[i("1", -1)][i("2", 2)]; });
        t("read null index", () -> { int q = arr(null)[i("i", 0)]; });
        t("store check last", () -> { Object[] o = new String[1]; o[i("i", 0)] = Integer.valueOf(i("v", 1)); });
        long sum = 0;
        int[][] m = new int[20][30];
        for (int r = 0; r < m.length; r++) for (int q = 0; q < m[r].length; q++) m[r][q] = r * q;
        for (int[] row : m) for (int v : row) sum += v;
        int[][] tr = new int[30][20];
        for (int r = 0; r < 20; r++) for (int q = 0; q < 30; q++) tr[q][r] = m[r][q];
        System.out.println(sum + " " + tr[29][19] + " " + Arrays.stream(m).mapToInt(r -> r.length).sum());
        char[][] art = new char[3][5];
        for (char[] row : art) Arrays.fill(row, '.');
        art[1][2] = '#';
        for (char[] row : art) System.out.println(row);
        System.out.println(int[].class.getName() + new int[0][0].getClass().getName() + String[].class.getSimpleName() + new long[0].getClass().getSimpleName());
        byte[] bytes = new byte[4];
        for (int n = 0; n < 4; n++) bytes[n] = (byte) (0xDEADBEEF >>> 8 * n);
        int back = 0;
        for (int n = 3; n >= 0; n--) back = back << 8 | bytes[n] & 0xff;
        System.out.println(Arrays.toString(bytes) + Integer.toHexString(back));
        Object[] self = new Object[2];
        self[0] = self;
        System.out.println(((Object[]) ((Object[]) self[0])[0]).length + " " + Arrays.deepToString(self));
        var mixed = new Object[][] {{1, "a"}, new String[] {"s"}, new Integer[0]};
        System.out.println(Arrays.deepToString(mixed) + mixed[1].getClass().getSimpleName());
        int[] big = new int[100_000];
        big[99_999] = 1;
        System.out.println(big.length + big[99_999] + " " + Arrays.stream(big).sum());
        int arrayOldStyle[][] = {{1, 2}, {3, 4}}, plain = 5;
        System.out.println(arrayOldStyle[1][plain - 5]);
    }
}
