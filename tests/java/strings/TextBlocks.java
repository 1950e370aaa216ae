// Text blocks, escapes, lines, indent, stripIndent, translateEscapes, and the stream methods of String.
import java.util.stream.Collectors;

public class TextBlocks {
    public static void main(String[] args) {
        String a = """
            Hello,
              indented "quotes" and ""\" three
            trailing   \s
            joined \
            line
            tab\tend\
            """;
        System.out.println(a.replace(' ', '.'));
        String html = """
                <p>
                    %s
                </p>
            """.formatted("body");
        System.out.print(html);
        System.out.println("""
            one line""");
        System.out.println("""
            octal \101 unicode \u0042 backslash \\ done
            """.length());
        System.out.println("a\nb\r\nc\rd".lines().collect(Collectors.joining("|")) + " " + "\n\n".lines().count() + " " + "".lines().count());
        System.out.print("  a\n    b\n".stripIndent());
        System.out.print("x\n y\n".indent(3));
        System.out.print("   x\n  y".indent(-2));
        System.out.println("a\\tb\\n\\101\\s|".translateEscapes().replace("\t", "<T>").replace("\n", "<N>"));
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining("-")));
        System.out.println("banana".chars().distinct().count() + " " + "banana".chars().filter(c -> c == 'a').count() + " " + "abc".chars().map(c -> c + 1).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append));
        System.out.println("  x  ".strip() + "|" + "\u2000x\u2000".strip() + "|" + "\u2000x\u2000".trim().length() + "|" + "\u00a0".isBlank());
        System.out.println("CSV,line,here".transform(s -> s.split(",")).length);
        System.out.println(String.copyValueOf(new char[] {'c', 'o', 'p', 'y'}) + String.valueOf(new char[] {'a', 'b', 'c'}, 1, 2));
        System.out.println("AbC".chars().allMatch(Character::isLetter) + " " + "z".compareTo("a") + " " + String.CASE_INSENSITIVE_ORDER.compare("abc", "ABD"));
        String multi = """
            {
              "key": "value",
              "list": [1, 2, 3]
            }""";
        multi.lines().map(String::strip).forEach(System.out::println);
        System.out.println(multi.lines().mapToInt(String::length).sum());
        byte[] bytes = "bytes".getBytes();
        System.out.println(new String(bytes, 1, 3) + bytes.length);
        System.out.println("x".equals(null) + " " + "ab".contentEquals("ab") + " " + "ABC".regionMatches(true, 1, "xbc", 1, 2));
        StringBuilder hash = new StringBuilder();
        for (String s : new String[] {"", "a", "ab", "abc", "\u0000", "\uffff", "The quick brown fox", "é", "0".repeat(50)}) hash.append(s.hashCode()).append(' ');
        System.out.println(hash);
        String interned = new String(new char[] {'i', 'n'}).intern();
        System.out.println((interned == "in") + " " + ("i" + "n" == "in") + " " + (interned == new String("in")));
        final String half = "i";
        String notFinal = "i";
        System.out.println((half + "n" == "in") + " " + (notFinal + "n" == "in") + " " + ((notFinal + "n").intern() == "in"));
        System.out.println(Inner.WORD == "shared" ? "same across classes" : "different");
        System.out.println("a,b;c d".split("[,; ]").length + " " + "x1y2".split("(?<=\\d)").length + " " + "boo:and:foo".split("o", -1).length + " " + "boo:and:foo".split("o").length);
    }

    static class Inner { static final String WORD = "sha" + "red"; }
}
