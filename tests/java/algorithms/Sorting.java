// Sorting algorithms by hand against Arrays.sort.
import java.util.*;
import java.util.function.Consumer;

public class Sorting {
    static void bubble(int[] a) { for (int n = a.length; n > 1; n--) for (int i = 1; i < n; i++) if (a[i - 1] > a[i]) swap(a, i - 1, i); }
    static void insertion(int[] a) { for (int i = 1; i < a.length; i++) { int v = a[i], j = i - 1; while (j >= 0 && a[j] > v) a[j + 1] = a[j--]; a[j + 1] = v; } }
    static void selection(int[] a) { for (int i = 0; i < a.length; i++) { int m = i; for (int j = i + 1; j < a.length; j++) if (a[j] < a[m]) m = j; swap(a, i, m); } }
    static void shell(int[] a) { for (int g = a.length / 2; g > 0; g /= 2) for (int i = g; i < a.length; i++) for (int j = i; j >= g && a[j - g] > a[j]; j -= g) swap(a, j, j - g); }
    static void quick(int[] a) { quick(a, 0, a.length - 1); }
    static void quick(int[] a, int lo, int hi) { if (lo >= hi) return; int p = a[(lo + hi) >>> 1], i = lo, j = hi; while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) swap(a, i++, j--); } quick(a, lo, j); quick(a, i, hi); }
    static void merge(int[] a) { if (a.length < 2) return; int[] l = Arrays.copyOfRange(a, 0, a.length / 2), r = Arrays.copyOfRange(a, a.length / 2, a.length); merge(l); merge(r); for (int i = 0, x = 0, y = 0; i < a.length; i++) a[i] = y >= r.length || x < l.length && l[x] <= r[y] ? l[x++] : r[y++]; }
    static void heap(int[] a) { for (int i = a.length / 2; i >= 0; i--) sift(a, i, a.length); for (int n = a.length - 1; n > 0; n--) { swap(a, 0, n); sift(a, 0, n); } }
    static void sift(int[] a, int i, int n) { for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; swap(a, i, c); } }
    static void counting(int[] a) { int min = Arrays.stream(a).min().orElse(0), max = Arrays.stream(a).max().orElse(0); int[] n = new int[max - min + 1]; for (int v : a) n[v - min]++; for (int i = 0, v = 0; v < n.length; v++) while (n[v]-- > 0) a[i++] = v + min; }
    static void radix(int[] a) { int[] b = new int[a.length]; for (int s = 0; s < 32; s += 8) { int[] n = new int[257]; for (int v : a) n[((v ^ 0x80000000) >>> s & 255) + 1]++; for (int i = 0; i < 256; i++) n[i + 1] += n[i]; for (int v : a) b[n[(v ^ 0x80000000) >>> s & 255]++] = v; System.arraycopy(b, 0, a, 0, a.length); } }
    static void swap(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; }

    public static void main(String[] args) {
        Map<String, Consumer<int[]>> all = new LinkedHashMap<>();
        all.put("bubble", Sorting::bubble); all.put("insertion", Sorting::insertion); all.put("selection", Sorting::selection); all.put("shell", Sorting::shell); all.put("quick", Sorting::quick); all.put("merge", Sorting::merge); all.put("heap", Sorting::heap); all.put("counting", Sorting::counting); all.put("radix", Sorting::radix);
        int[][] inputs = {{}, {1}, {2, 1}, {3, 3, 3}, {5, 4, 3, 2, 1}, {-5, 0, 5, -1000, 999}, new int[60], new int[60]};
        Random r = new Random(17);
        for (int i = 0; i < 60; i++) { inputs[6][i] = r.nextInt(100); inputs[7][i] = r.nextInt(2000) - 1000; }
        all.forEach((name, sort) -> {
            StringBuilder sb = new StringBuilder(name + ":");
            for (int[] in : inputs) {
                int[] want = in.clone(), got = in.clone();
                Arrays.sort(want);
                sort.accept(got);
                sb.append(Arrays.equals(want, got) ? " ok" : " WRONG").append(Arrays.hashCode(got) % 1000);
            }
            System.out.println(sb);
        });
    }
}
