// java.util.Arrays: sort, search, fill, copy, compare, mismatch, hash, deep variants, asList, setAll, prefix.
import java.util.*;

public class ArraysClass {
    public static void main(String[] args) {
        int[] a = {5, 3, 9, 1, -4, 7};
        int[] b = a.clone();
        Arrays.sort(b);
        System.out.println(Arrays.toString(a) + Arrays.toString(b) + Arrays.binarySearch(b, 7) + Arrays.binarySearch(b, 4) + Arrays.binarySearch(b, 100));
        Arrays.sort(a, 1, 4);
        System.out.println(Arrays.toString(a));
        int[] big = new int[500];
        for (int i = 0; i < big.length; i++) big[i] = (i * 7919) % 1009 - 500;
        Arrays.sort(big);
        boolean sorted = true;
        for (int i = 1; i < big.length; i++) sorted &= big[i - 1] <= big[i];
        System.out.println(sorted + " " + big[0] + " " + big[499] + " " + Arrays.hashCode(big));
        double[] d = {1.5, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, -3};
        Arrays.sort(d);
        char[] c = "sorting".toCharArray();
        Arrays.sort(c);
        byte[] by = {5, -128, 127, 0};
        Arrays.sort(by);
        long[] l = {3L << 40, -1, 2};
        Arrays.sort(l);
        short[] s = {3, -3};
        Arrays.sort(s);
        float[] f = {2f, Float.NaN, -1f};
        Arrays.sort(f);
        System.out.println(Arrays.toString(d) + new String(c) + Arrays.toString(by) + Arrays.toString(l) + Arrays.toString(s) + Arrays.toString(f));
        byte[] manyBytes = new byte[100];
        char[] manyChars = new char[300];
        for (int i = 0; i < 300; i++) { manyBytes[i % 100] = (byte) (i * 31); manyChars[i] = (char) (i * 7919 % 256); }
        Arrays.sort(manyBytes);
        Arrays.sort(manyChars);
        System.out.println(Arrays.hashCode(manyBytes) + " " + Arrays.hashCode(manyChars));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(boxed) + Arrays.asList(boxed).indexOf(1));
        record Card(int rank, char suit) {}
        Card[] cards = new Card[60];
        for (int i = 0; i < 60; i++) cards[i] = new Card(i * 7 % 5, (char) ('a' + i % 26));
        Arrays.sort(cards, Comparator.comparingInt(Card::rank));
        StringBuilder sb = new StringBuilder();
        for (Card k : cards) sb.append(k.rank()).append(k.suit());
        System.out.println("stable " + sb);
        int[] filled = new int[6];
        Arrays.fill(filled, 7);
        Arrays.fill(filled, 2, 4, 9);
        Object[] objs = new Object[2];
        Arrays.fill(objs, "o");
        System.out.println(Arrays.toString(filled) + Arrays.toString(objs) + Arrays.toString(Arrays.copyOf(filled, 8)) + Arrays.toString(Arrays.copyOf(filled, 2)) + Arrays.toString(Arrays.copyOfRange(filled, 1, 3)) + Arrays.toString(Arrays.copyOf(new String[] {"x"}, 2)));
        System.out.println(Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + " " + Arrays.equals(new Object[] {1, null}, new Object[] {1, null}) + " " + Arrays.equals((int[]) null, null) + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + " " + Arrays.mismatch(new byte[] {1}, new byte[] {1}));
        int[][] deep = {{1, 2}, {3}, null, {}};
        System.out.println(Arrays.deepToString(deep) + Arrays.deepEquals(deep, new int[][] {{1, 2}, {3}, null, {}}) + Arrays.deepHashCode(new Object[] {1, new int[] {2}}) + Arrays.toString((int[]) null) + Arrays.toString(new int[0]) + Arrays.deepToString(new Object[] {new String[] {"a"}, 1.5, new char[] {'z'}}));
        System.out.println(Arrays.hashCode(new int[] {1, 2, 3}) + " " + Arrays.hashCode(new Object[] {"a", null}) + " " + Arrays.hashCode((long[]) null) + " " + Arrays.hashCode(new boolean[] {true}) + " " + Arrays.hashCode(new double[] {1.5}));
        Arrays.setAll(filled, i -> i * i);
        int[] prefix = filled.clone();
        Arrays.parallelPrefix(prefix, Integer::sum);
        System.out.println(Arrays.toString(filled) + Arrays.toString(prefix) + Arrays.stream(filled).sum() + Arrays.asList(1, 2).getClass().getSimpleName());
        String[] strs = {"b", "a", "c"};
        Arrays.parallelSort(strs);
        System.out.println(String.join("", strs) + Arrays.binarySearch(strs, "b") + Arrays.binarySearch(new char[] {'a', 'c'}, 'b') + Arrays.binarySearch(new double[] {-0.0, 0.0}, 0.0));
        try { Arrays.copyOf(a, -1); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { Arrays.sort(a, 3, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Arrays.sort(a, 0, 99); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { Arrays.sort(new Object[] {1, "x"}); } catch (ClassCastException e) { System.out.println("not comparable"); }
        int[] src = {0, 1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(src, 0, src, 2, 5);
        System.out.println(Arrays.toString(src));
        System.arraycopy(src, 3, src, 1, 4);
        System.out.println(Arrays.toString(src));
        Object[] os = {"a", "b", "c"};
        System.arraycopy(os, 0, os, 1, 2);
        String[] dst = new String[3];
        System.arraycopy(os, 0, dst, 0, 3);
        System.arraycopy(os, 3, dst, 3, 0);
        System.out.println(Arrays.toString(os) + Arrays.toString(dst));
        int[] tim = new int[3];
        Integer[] runs = new Integer[200];
        for (int i = 0; i < 200; i++) runs[i] = i < 100 ? i : i < 150 ? 300 - i : (i * 13) % 50;
        Arrays.sort(runs, (p, q) -> { tim[0]++; return p - q; });
        System.out.println(tim[0] + " " + runs[0] + " " + runs[199] + " " + Arrays.hashCode(runs));
        try {
            Integer[] bad = new Integer[100];
            for (int i = 0; i < 100; i++) bad[i] = i * 37 % 100;
            Arrays.sort(bad, (p, q) -> p > 50 ? 1 : q < 30 ? 1 : -1);
            System.out.println("no complaint");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
