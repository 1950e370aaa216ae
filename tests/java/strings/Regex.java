// Regular expressions: groups, quantifiers, look-around, flags, replacement, split, and syntax errors.
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

public class Regex {
    static void all(String regex, String input) {
        Matcher m = Pattern.compile(regex).matcher(input);
        StringBuilder sb = new StringBuilder(regex + " in " + input + ":");
        while (m.find()) {
            sb.append(" ").append(m.start()).append("-").append(m.end()).append("=").append(m.group());
            for (int i = 1; i <= m.groupCount(); i++) sb.append("(").append(m.group(i)).append(")");
        }
        System.out.println(sb);
    }

    public static void main(String[] args) {
        all("a*b", "aaab ab b");
        all("(\\w+)@(\\w+)\\.com", "joe@site.com, ann@other.com");
        all("(a)|(b)", "ab");
        all("x*", "axxb");
        all("a+?", "aaa");
        all("a{2,3}", "aaaaaaa");
        all("a++b", "aaab");
        all("(?<=\\$)\\d+", "$100 200 $3");
        all("\\d+(?=€)", "5€ 6$ 77€");
        all("\\b\\w", "one two");
        all("(?i)HeLLo", "hello HELLO");
        all("(?m)^\\w+$", "one\ntwo\nthree!");
        all("(?s)a.b", "a\nb");
        all("[a-c&&[^b]]+", "abcacb");
        all("[^\\s,]+", "a, bc ,d");
        all("(\\w)\\1", "aabbcd");
        all("(?<year>\\d{4})-(?<month>\\d\\d)", "2024-05 1999-12");
        all("\\p{Lu}\\p{L}*", "Élan vital École");
        all("(?:ab)+", "ababab ab");
        all("(a(b)?)+", "aba");
        all("\\Qa.b\\E", "a.b axb");
        all("(?x) a b # comment", "ab");
        all("[\\u4e00-\\u9fff]", "a中b文");
        all("^$", "");
        all("\\G\\d", "123a4");
        System.out.println("a1b22c333".replaceAll("\\d+", "#") + " " + "a1b2".replaceAll("([a-z])(\\d)", "$2$1") + " " + "x.y".replaceAll("\\.", "\\\\") + " " + "aaa".replaceFirst("a", "b") + " " + "abc".replaceAll("", "-"));
        System.out.println(Pattern.compile("\\d").matcher("a1b2").replaceAll(r -> "<" + (Integer.parseInt(r.group()) + 1) + ">"));
        System.out.println(String.join("|", "a1b2c3".split("\\d")) + " " + String.join("|", "a:b::c".split(":")) + " " + String.join("|", "abc".split("")) + " " + String.join("|", " a b ".split("\\s+")) + " " + "".split(",").length);
        System.out.println(Pattern.compile(",").splitAsStream("x,y,z").collect(Collectors.toList()) + " " + Pattern.compile("a.c").asPredicate().test("xabcx") + " " + Pattern.matches("a.c", "abc") + " " + Pattern.quote("a.b"));
        Matcher m = Pattern.compile("(?<k>\\w+)=(?<v>\\w+)").matcher("a=1;b=2");
        StringBuilder sb = new StringBuilder();
        while (m.find()) m.appendReplacement(sb, "${v}=${k}");
        m.appendTail(sb);
        System.out.println(sb + " " + m.reset().results().map(MatchResult::group).toList());
        m.reset("zz=top");
        System.out.println(m.matches() + " " + m.group("k") + " " + m.start("v") + " " + m.end(2) + " " + m.lookingAt() + " " + m.hitEnd() + " " + m.toMatchResult().group(1));
        m.region(1, 4);
        System.out.println(m.lookingAt() + " " + m.group());
        try {
            m.reset().group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            m.group("nope");
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        for (String bad : new String[] {"(", "[a", "*a", "a{2,1}", "\\", "(?<n>a)(?<n>b)", "a)"}) {
            try {
                Pattern.compile(bad);
                System.out.println("fine: " + bad);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " | " + e.getIndex() + " | " + e.getMessage().replace("\n", "\\n"));
            }
        }
        Pattern p = Pattern.compile("a|b", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);
        System.out.println(p.flags() + " " + p.pattern() + " " + p + " " + p.matcher("AB").find());
        System.out.println("2024-02-29T12:30".matches("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}") + " " + "a".repeat(40).matches("(a|aa)+") + " " + "foo.bar".split("[.]")[1]);
    }
}
