// The everyday methods of String.
public class Basics {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " " + s.lastIndexOf('o') + " " + s.indexOf("World") + " " + s.indexOf('z'));
        System.out.println(s.indexOf('o', 5) + " " + s.indexOf("l", 4) + " " + s.lastIndexOf("l", 5));
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.substring(12) + "|");
        System.out.println(s.toUpperCase() + " " + s.toLowerCase());
        System.out.println(s.replace('l', 'L') + " " + s.replace("World", "There") + " " + s.replace("", "-"));
        System.out.println(s.contains("lo, W") + " " + s.startsWith("Hell") + " " + s.endsWith("d") + " " + s.startsWith("World", 7));
        System.out.println(s.equals("Hello, World") + " " + s.equalsIgnoreCase("hELLO, wORLD") + " " + s.equals(null));
        System.out.println("a".compareTo("b") + " " + "abc".compareTo("ab") + " " + "B".compareToIgnoreCase("a") + " " + "".compareTo("x"));
        System.out.println("[" + "  trim me\t ".trim() + "]" + "[" + " \u2003strip\u2003".strip() + "]");
        System.out.println("[" + "  x ".stripLeading() + "][" + "  x ".stripTrailing() + "]");
        System.out.println("".isEmpty() + " " + " ".isEmpty() + " " + " \t".isBlank() + " " + "x".isBlank());
        System.out.println("ab".repeat(3) + "|" + "ab".repeat(0) + "|");
        System.out.println(String.join("-", "a", "b", "c") + " " + String.join(", ", java.util.List.of("x", "y")));
        System.out.println("hash " + s.hashCode() + " " + "".hashCode() + " " + "Aa".hashCode() + " " + "BB".hashCode() + " " + "polygenelubricants".hashCode());
        System.out.println(String.valueOf(1) + String.valueOf(true) + String.valueOf('c') + String.valueOf(1.5) + String.valueOf((Object) null) + String.valueOf(new char[] {'x', 'y'}));
        char[] cs = s.toCharArray();
        cs[0] = 'J';
        System.out.println(new String(cs) + " " + new String(cs, 7, 3) + " " + s);
        System.out.println(s.concat("!").concat(""));
        System.out.println("a,b,,c,,".split(",").length + " " + "a,b,,c,,".split(",", -1).length + " " + "a,b,c".split(",", 2)[1]);
        for (String part : "one two  three".split(" ")) System.out.print("<" + part + ">");
        System.out.println();
        System.out.println("line1\nline2\r\nline3".lines().count());
        System.out.println("abc".chars().sum() + " " + "abc".codePoints().count());
        System.out.println("x" == "x");
        System.out.println(new String("x") == "x");
        System.out.println(new String("x").intern() == "x");
        System.out.println(("a" + "b") == "ab");
        String a = "a";
        System.out.println((a + "b") == "ab");
        System.out.println((a + "b").intern() == "ab");
        System.out.println(s.regionMatches(7, "World", 0, 5) + " " + s.regionMatches(true, 7, "wORLD", 0, 5));
        System.out.println("a-b-c".replaceAll("-", "+") + " " + "a-b-c".replaceFirst("-", "+") + " " + "abc".matches("[a-c]+"));
        System.out.println(s.contentEquals(new StringBuilder(s)) + " " + s.subSequence(1, 3));
        System.out.println("tab\there \"quoted\" back\\slash \u0041\101");
        System.out.println("indent".indent(2) + "|" + "x y".translateEscapes() + " " + "%d-%s".formatted(1, "z"));
        for (int bad : new int[] {-1, 12, 100}) {
            try {
                s.charAt(bad);
            } catch (StringIndexOutOfBoundsException e) {
                System.out.println("bad index " + bad);
            }
        }
        try {
            s.substring(5, 2);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(s.describeConstable().get() + s.transform(String::length));
        System.out.println("abcabc".lastIndexOf("") + " " + "abc".indexOf("", 10) + " " + "".indexOf(""));
    }
}
