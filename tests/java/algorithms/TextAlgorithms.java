// Edit distance, longest common subsequence, KMP, tries, Huffman coding, run lengths, roman numerals, anagrams, diff.
import java.util.*;
import java.util.stream.*;

public class TextAlgorithms {
    static int edit(String a, String b) { int[][] d = new int[a.length() + 1][b.length() + 1]; for (int i = 0; i <= a.length(); i++) for (int j = 0; j <= b.length(); j++) d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1)); return d[a.length()][b.length()]; }
    static String lcs(String a, String b) { int[][] d = new int[a.length() + 1][b.length() + 1]; for (int i = a.length() - 1; i >= 0; i--) for (int j = b.length() - 1; j >= 0; j--) d[i][j] = a.charAt(i) == b.charAt(j) ? d[i + 1][j + 1] + 1 : Math.max(d[i + 1][j], d[i][j + 1]); StringBuilder s = new StringBuilder(); for (int i = 0, j = 0; i < a.length() && j < b.length(); ) if (a.charAt(i) == b.charAt(j)) { s.append(a.charAt(i++)); j++; } else if (d[i + 1][j] >= d[i][j + 1]) i++; else j++; return s.toString(); }
    static List<Integer> kmp(String text, String p) { int[] f = new int[p.length()]; for (int i = 1, k = 0; i < p.length(); i++) { while (k > 0 && p.charAt(k) != p.charAt(i)) k = f[k - 1]; if (p.charAt(k) == p.charAt(i)) k++; f[i] = k; } List<Integer> hits = new ArrayList<>(); for (int i = 0, k = 0; i < text.length(); i++) { while (k > 0 && p.charAt(k) != text.charAt(i)) k = f[k - 1]; if (p.charAt(k) == text.charAt(i)) k++; if (k == p.length()) { hits.add(i - k + 1); k = f[k - 1]; } } return hits; }

    static class Trie { final Map<Character, Trie> kids = new TreeMap<>(); boolean word; void add(String s) { Trie t = this; for (char c : s.toCharArray()) t = t.kids.computeIfAbsent(c, k -> new Trie()); t.word = true; } void collect(String prefix, List<String> out) { if (word) out.add(prefix); kids.forEach((c, t) -> t.collect(prefix + c, out)); } List<String> complete(String p) { Trie t = this; for (char c : p.toCharArray()) if ((t = t.kids.get(c)) == null) return List.of(); List<String> out = new ArrayList<>(); t.collect(p, out); return out; } }

    record Huff(int weight, String sym, Huff left, Huff right) { void codes(String p, Map<String, String> out) { if (left == null) { out.put(sym, p.isEmpty() ? "0" : p); return; } left.codes(p + "0", out); right.codes(p + "1", out); } }
    static Map<String, String> huffman(String text) { Map<String, Integer> n = new TreeMap<>(); for (char c : text.toCharArray()) n.merge("" + c, 1, Integer::sum); PriorityQueue<Huff> q = new PriorityQueue<>(Comparator.comparingInt(Huff::weight).thenComparing(Huff::sym)); n.forEach((s, w) -> q.add(new Huff(w, s, null, null))); while (q.size() > 1) { Huff a = q.poll(), b = q.poll(); q.add(new Huff(a.weight + b.weight, a.sym.compareTo(b.sym) < 0 ? a.sym : b.sym, a, b)); } Map<String, String> out = new TreeMap<>(); q.poll().codes("", out); return out; }

    static String rle(String s) { StringBuilder sb = new StringBuilder(); for (int i = 0, j; i < s.length(); i = j) { for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++) ; sb.append(j - i).append(s.charAt(i)); } return sb.toString(); }
    static String roman(int n) { int[] v = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}; String[] r = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}; StringBuilder sb = new StringBuilder(); for (int i = 0; i < v.length; i++) for (; n >= v[i]; n -= v[i]) sb.append(r[i]); return sb.toString(); }
    static boolean palindrome(String s) { String t = s.toLowerCase().replaceAll("[^a-z0-9]", ""); return new StringBuilder(t).reverse().toString().equals(t); }
    static String caesar(String s, int k) { return s.chars().map(c -> Character.isUpperCase(c) ? 'A' + Math.floorMod(c - 'A' + k, 26) : Character.isLowerCase(c) ? 'a' + Math.floorMod(c - 'a' + k, 26) : c).mapToObj(c -> "" + (char) c).collect(Collectors.joining()); }
    static String wrap(String s, int w) { StringBuilder out = new StringBuilder(); int col = 0; for (String word : s.split(" ")) { if (col + word.length() > w && col > 0) { out.append('\n'); col = 0; } else if (col > 0) { out.append(' '); col++; } out.append(word); col += word.length(); } return out.toString(); }

    public static void main(String[] args) {
        System.out.println(edit("kitten", "sitting") + " " + edit("", "abc") + " " + edit("same", "same") + " " + lcs("AGGTAB", "GXTXAYB") + " " + lcs("programming", "gaming"));
        System.out.println(kmp("abababcababab", "abab") + " " + kmp("aaaa", "aa") + " " + kmp("abc", "x"));
        Trie t = new Trie();
        for (String s : "car card care cat dog do".split(" ")) t.add(s);
        System.out.println(t.complete("car") + " " + t.complete("d") + " " + t.complete("") + " " + t.complete("x"));
        String text = "abracadabra alakazam";
        Map<String, String> codes = huffman(text);
        String bits = text.chars().mapToObj(c -> codes.get("" + (char) c)).collect(Collectors.joining());
        System.out.println(codes + " " + bits.length() + " " + huffman("aaa"));
        System.out.println(rle("aaabccdddd") + " " + roman(1994) + " " + roman(3888) + " " + palindrome("A man, a plan, a canal: Panama") + palindrome("no") + " " + caesar("Hello, World", 3) + " " + caesar(caesar("Hello, World", 3), -3));
        System.out.println(Stream.of("listen", "silent", "enlist", "google", "elgoog", "abc").collect(Collectors.groupingBy(s -> s.chars().sorted().mapToObj(c -> "" + (char) c).collect(Collectors.joining()), TreeMap::new, Collectors.toList())).values());
        System.out.println(wrap("the quick brown fox jumps over the lazy dog and runs away from the very big bear", 20));
        Map<String, Integer> freq = new TreeMap<>();
        for (String w : "to be or not to be that is the question to be".split(" ")) freq.merge(w, 1, Integer::sum);
        System.out.println(freq.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).map(e -> e.getKey() + e.getValue()).collect(Collectors.joining(",")));
    }
}
