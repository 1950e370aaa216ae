// Dynamic programming, bit masks, memo tables, combinatorics; long arithmetic with moduli.
import java.util.*;
import java.util.stream.*;

public class Dynamic {
    static int knapsack(int[] w, int[] v, int cap) { int[] d = new int[cap + 1]; for (int i = 0; i < w.length; i++) for (int c = cap; c >= w[i]; c--) d[c] = Math.max(d[c], d[c - w[i]] + v[i]); return d[cap]; }
    static long change(int[] coins, int sum) { long[] d = new long[sum + 1]; d[0] = 1; for (int c : coins) for (int s = c; s <= sum; s++) d[s] += d[s - c]; return d[sum]; }
    static int fewest(int[] coins, int sum) { int[] d = new int[sum + 1]; Arrays.fill(d, Integer.MAX_VALUE - 1); d[0] = 0; for (int s = 1; s <= sum; s++) for (int c : coins) if (c <= s) d[s] = Math.min(d[s], d[s - c] + 1); return d[sum] == Integer.MAX_VALUE - 1 ? -1 : d[sum]; }
    static List<Integer> lis(int[] a) { int[] len = new int[a.length], prev = new int[a.length]; int best = 0; for (int i = 0; i < a.length; i++) { len[i] = 1; prev[i] = -1; for (int j = 0; j < i; j++) if (a[j] < a[i] && len[j] + 1 > len[i]) { len[i] = len[j] + 1; prev[i] = j; } if (len[i] > len[best]) best = i; } LinkedList<Integer> out = new LinkedList<>(); for (int i = best; i >= 0; i = prev[i]) out.addFirst(a[i]); return out; }
    static int tsp(int[][] d) { int n = d.length; int[][] t = new int[1 << n][n]; for (int[] r : t) Arrays.fill(r, 1 << 28); t[1][0] = 0; for (int m = 1; m < 1 << n; m++) for (int i = 0; i < n; i++) if ((m >> i & 1) == 1) for (int j = 0; j < n; j++) if ((m >> j & 1) == 0) t[m | 1 << j][j] = Math.min(t[m | 1 << j][j], t[m][i] + d[i][j]); int best = 1 << 28; for (int i = 0; i < n; i++) best = Math.min(best, t[(1 << n) - 1][i] + d[i][0]); return best; }
    static int maxSub(int[] a) { int best = a[0], cur = 0; for (int x : a) { cur = Math.max(x, cur + x); best = Math.max(best, cur); } return best; }
    static long catalan(int n) { long c = 1; for (int i = 0; i < n; i++) c = c * 2 * (2 * i + 1) / (i + 2); return c; }
    static List<String> parens(int n) { if (n == 0) return List.of(""); List<String> out = new ArrayList<>(); for (int i = 0; i < n; i++) for (String a : parens(i)) for (String b : parens(n - 1 - i)) out.add("(" + a + ")" + b); return out; }
    static List<List<Integer>> subsets(List<Integer> l) { List<List<Integer>> out = new ArrayList<>(); for (int m = 0; m < 1 << l.size(); m++) { List<Integer> s = new ArrayList<>(); for (int i = 0; i < l.size(); i++) if ((m & 1 << i) != 0) s.add(l.get(i)); out.add(s); } return out; }
    static boolean wordBreak(String s, Set<String> dict, Map<String, Boolean> memo) { if (s.isEmpty()) return true; Boolean k = memo.get(s); if (k != null) return k; boolean r = false; for (int i = 1; i <= s.length() && !r; i++) r = dict.contains(s.substring(0, i)) && wordBreak(s.substring(i), dict, memo); memo.put(s, r); return r; }
    static long partitions(int n) { long[] p = new long[n + 1]; p[0] = 1; for (int k = 1; k <= n; k++) for (int i = k; i <= n; i++) p[i] += p[i - k]; return p[n]; }
    static int matrixChain(int[] p) { int n = p.length - 1; int[][] m = new int[n][n]; for (int len = 2; len <= n; len++) for (int i = 0; i + len <= n; i++) { int j = i + len - 1; m[i][j] = Integer.MAX_VALUE; for (int k = i; k < j; k++) m[i][j] = Math.min(m[i][j], m[i][k] + m[k + 1][j] + p[i] * p[k + 1] * p[j + 1]); } return m[0][n - 1]; }
    static boolean match(String s, String p) { boolean[][] d = new boolean[s.length() + 1][p.length() + 1]; d[0][0] = true; for (int i = 0; i <= s.length(); i++) for (int j = 1; j <= p.length(); j++) d[i][j] = p.charAt(j - 1) == '*' ? d[i][j - 1] || i > 0 && d[i - 1][j] : i > 0 && d[i - 1][j - 1] && (p.charAt(j - 1) == '?' || p.charAt(j - 1) == s.charAt(i - 1)); return d[s.length()][p.length()]; }

    public static void main(String[] args) {
        System.out.println(knapsack(new int[] {1, 3, 4, 5}, new int[] {1, 4, 5, 7}, 7) + " " + change(new int[] {1, 2, 5, 10, 20, 50, 100, 200}, 200) + " " + fewest(new int[] {9, 6, 1}, 11) + " " + fewest(new int[] {5}, 3));
        System.out.println(lis(new int[] {10, 9, 2, 5, 3, 7, 101, 18}) + " " + maxSub(new int[] {-2, 1, -3, 4, -1, 2, 1, -5, 4}));
        System.out.println(tsp(new int[][] {{0, 10, 15, 20, 9}, {10, 0, 35, 25, 8}, {15, 35, 0, 30, 7}, {20, 25, 30, 0, 6}, {9, 8, 7, 6, 0}}));
        System.out.println(IntStream.range(0, 20).mapToLong(Dynamic::catalan).boxed().toList() + " " + parens(3));
        System.out.println(subsets(List.of(1, 2, 3)) + " " + wordBreak("applepenapple", Set.of("apple", "pen"), new TreeMap<>()) + " " + wordBreak("catsandog", Set.of("cats", "dog", "sand", "and", "cat"), new TreeMap<>()));
        System.out.println(partitions(100) + " " + matrixChain(new int[] {40, 20, 30, 10, 30}) + " " + match("adceb", "*a*b") + match("acdcb", "a*c?b") + match("", "*"));
        long[] ways = new long[91];
        ways[0] = ways[1] = 1;
        for (int i = 2; i <= 90; i++) ways[i] = ways[i - 1] + ways[i - 2];
        System.out.println(ways[90]);
        int josephus = 0;
        for (int i = 2; i <= 41; i++) josephus = (josephus + 3) % i;
        System.out.println(josephus + 1);
        List<Integer> gray = IntStream.range(0, 8).map(i -> i ^ i >> 1).boxed().toList();
        System.out.println(gray);
        System.out.println(Stream.iterate(List.of(1), row -> { List<Integer> next = new ArrayList<>(); for (int i = 0; i <= row.size(); i++) next.add((i > 0 ? row.get(i - 1) : 0) + (i < row.size() ? row.get(i) : 0)); return next; }).limit(7).map(Object::toString).collect(Collectors.joining("\n")));
        String look = "1";
        for (int i = 0; i < 8; i++) { StringBuilder sb = new StringBuilder(); for (int k = 0, j; k < look.length(); k = j) { for (j = k; j < look.length() && look.charAt(j) == look.charAt(k); j++) ; sb.append(j - k).append(look.charAt(k)); } look = sb.toString(); }
        System.out.println(look);
    }
}
