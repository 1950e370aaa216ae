// Own CharSequences, comparisons, switch on strings with equal hashes, joining, searching, large strings, Latin-1 against UTF-16.
import java.util.*;
import java.util.stream.*;

public class CharSequences {
    record Rev(String s) implements CharSequence { public int length() { return s.length(); } public char charAt(int i) { return s.charAt(s.length() - 1 - i); } public CharSequence subSequence(int a, int b) { return new StringBuilder(s).reverse().substring(a, b); } @Override public String toString() { return new StringBuilder(s).reverse().toString(); } }

    static String sw(String s) { return switch (s) { case "AaAa", "AaBB" -> "first"; case "BBAa" -> "second"; case "BBBB" -> "third"; case "" -> "empty"; case "\0" -> "nul"; case "C#", "Bb" -> "pair"; default -> "other"; }; }

    public static void main(String[] args) {
        CharSequence r = new Rev("hello");
        System.out.println(r + " " + r.length() + r.charAt(0) + r.subSequence(1, 3) + " " + r.chars().sum() + " " + String.join("-", r, "x", new StringBuilder("y")) + " " + "olleh".contentEquals(r) + " " + "xolleh".contains(r) + " " + CharSequence.compare(r, "olleh") + " " + r.isEmpty() + " " + new StringBuilder(r).append(r, 1, 2).insert(0, r) + " " + "a-b".replace("-", r) + " " + String.valueOf(r).equals("olleh"));
        for (String s : new String[] {"AaAa", "AaBB", "BBAa", "BBBB", "", "\0", "C#", "Bb", "zz"}) System.out.print(sw(s) + " ");
        System.out.println("AaAa".hashCode() == "BBBB".hashCode());
        String latin = "caf\u00e9", wide = "caf\u00e9\u0142", back = wide.substring(0, 4);
        System.out.println(latin.equals(back) + " " + latin.hashCode() + " " + back.hashCode() + " " + latin.compareTo(wide) + " " + wide.compareTo(latin) + " " + wide.indexOf('\u0142') + " " + wide.indexOf(latin) + " " + latin.indexOf(wide) + " " + wide.startsWith(latin) + " " + wide.replace('\u0142', 'l') + " " + wide.replace("\u0142", "").equals(latin) + " " + latin.concat("\u0142").equals(wide) + " " + wide.toUpperCase() + " " + wide.toUpperCase().toLowerCase().equals(wide) + " " + latin.equalsIgnoreCase("CAF\u00c9") + " " + "\u00ff".toUpperCase().charAt(0) + 0);
        System.out.println("\u00b5".toUpperCase().codePointAt(0) + " " + "k".equalsIgnoreCase("\u212a") + " " + "\u0131".equalsIgnoreCase("I") + " " + "\u00df".toUpperCase().length() + " " + "\u0149".toUpperCase().length() + " " + Character.toUpperCase('\u00ff') + 0);
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 5000; i++) big.append((char) ('a' + i % 26));
        String b = big.toString();
        System.out.println(b.length() + " " + b.hashCode() + " " + b.indexOf("xyzabc") + " " + b.lastIndexOf("xyzabc") + " " + b.indexOf("zyx") + " " + b.chars().filter(c -> c == 'q').count() + " " + b.substring(4990) + " " + b.replace("abc", "").length() + " " + b.split("z").length + " " + b.matches("[a-z]+") + " " + b.compareTo(b.substring(0, 4999)) + " " + b.equals(big.toString()) + " " + (b + "\u4e2d").length() + " " + b.toUpperCase().hashCode());
        for (String s : List.of("a", "ab", "abc")) for (String t : List.of("a", "b", "abd", "A")) System.out.print(s.compareTo(t) + "," + s.compareToIgnoreCase(t) + " ");
        System.out.println();
        System.out.println("aXbXc".split("X", 2)[1] + " " + Arrays.toString("a1b2c3".split("(?<=[0-9])")) + Arrays.toString(":a::b:".split(":")) + Arrays.toString(":a::b:".split(":", -1)) + Arrays.toString("a|b".split("|")) + Arrays.toString("a|b".split("\\|")) + Arrays.toString("".split("x")) + Arrays.toString("x".split("x")) + Arrays.toString("a.b.".split(".")) + Arrays.toString(" a  b ".trim().split(" +")));
        System.out.println("abcabc".replace("bc", "X") + "aaa".replace("aa", "b") + "abc".replace("", "_") + "a.b".replaceAll(".", "x") + "a.b".replace(".", "x") + "$1".replaceAll("\\$", "\\\\\\$") + "x".replace("x", "$1"));
        System.out.println("hello".indexOf("l", -5) + " " + "hello".indexOf("l", 99) + " " + "hello".lastIndexOf('l', 2) + " " + "hello".lastIndexOf("l", -1) + " " + "hello".indexOf("") + " " + "hello".lastIndexOf("") + " " + "".indexOf("") + " " + "hello".indexOf("", 3) + " " + "hello".indexOf(0x10000));
        System.out.println(IntStream.rangeClosed('a', 'f').mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining("", "{", "}")) + " " + "a,b".chars().mapToObj(c -> Character.getName(c)).toList());
        System.out.println("  \t\n x \u00a0\u3000".strip().length() + " " + " \u3000x".trim().length() + " " + " \u3000x".strip().length() + " " + "\u001fx".trim().length() + " " + "\u200bx".strip().length());
        char[] cs = {'d', 'e', 'f'};
        String copy = new String(cs);
        cs[0] = 'X';
        System.out.println(copy + " " + new String(cs, 1, 2) + " " + String.valueOf(cs) + " " + new String(new int[] {0x1F600, 'a'}, 0, 2).length() + " " + new String(new byte[] {72, 105}) + " " + new String().isEmpty());
        try { new String(cs, 2, 5); } catch (StringIndexOutOfBoundsException e) { System.out.println("bounds"); }
        try { "x".repeat(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { String.valueOf((char[]) null); } catch (NullPointerException e) { System.out.println("null chars"); }
        try { "abc".compareTo(null); } catch (NullPointerException e) { System.out.println("null compare"); }
        byte[] dst = new byte[4];
        "wxyz".getBytes(1, 3, dst, 1);
        char[] cd = new char[3];
        "wxyz".getChars(1, 4, cd, 0);
        System.out.println(Arrays.toString(dst) + new String(cd) + "wxyz".endsWith("") + "wxyz".codePoints().map(c -> c - 'w').sum());
    }
}
