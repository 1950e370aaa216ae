// Sealed types, instanceof patterns and their scope, as far as release 17 goes.
import java.util.ArrayList;
import java.util.List;

public class SealedTypes {
    sealed interface Json permits JNull, JBool, JNum, JStr, JArr, JObj {}
    enum JNull implements Json { NULL }
    record JBool(boolean b) implements Json {}
    record JNum(double d) implements Json {}
    record JStr(String s) implements Json {}
    record JArr(List<Json> items) implements Json {}
    record JObj(List<String> keys, List<Json> values) implements Json {}

    static class Parser {
        final String s;
        int i;
        Parser(String s) { this.s = s; }
        char peek() { while (i < s.length() && Character.isWhitespace(s.charAt(i))) i++; return i < s.length() ? s.charAt(i) : '\0'; }
        void expect(char c) { if (peek() != c) throw new IllegalArgumentException("expected " + c + " at " + i); i++; }
        Json parse() {
            char c = peek();
            if (c == '{') {
                List<String> ks = new ArrayList<>();
                List<Json> vs = new ArrayList<>();
                for (i++; peek() != '}'; ) {
                    if (!ks.isEmpty()) expect(',');
                    ks.add(string());
                    expect(':');
                    vs.add(parse());
                }
                i++;
                return new JObj(ks, vs);
            }
            if (c == '[') {
                List<Json> items = new ArrayList<>();
                for (i++; peek() != ']'; ) {
                    if (!items.isEmpty()) expect(',');
                    items.add(parse());
                }
                i++;
                return new JArr(items);
            }
            if (c == '"') return new JStr(string());
            int start = i;
            while (i < s.length() && (Character.isLetterOrDigit(s.charAt(i)) || ".-+".indexOf(s.charAt(i)) >= 0)) i++;
            String word = s.substring(start, i);
            return switch (word) {
                case "null" -> JNull.NULL;
                case "true" -> new JBool(true);
                case "false" -> new JBool(false);
                case "" -> throw new IllegalArgumentException("nothing at " + i);
                default -> new JNum(Double.parseDouble(word));
            };
        }
        String string() {
            expect('"');
            StringBuilder sb = new StringBuilder();
            while (s.charAt(i) != '"') {
                char c = s.charAt(i++);
                sb.append(c == '\\' ? (char) switch (s.charAt(i++)) { case 'n' -> '\n'; case 't' -> '\t'; default -> s.charAt(i - 1); } : c);
            }
            i++;
            return sb.toString();
        }
    }

    static String show(Json j) {
        if (j instanceof JObj o) {
            StringBuilder sb = new StringBuilder("{");
            for (int i = 0; i < o.keys().size(); i++) sb.append(i == 0 ? "" : ",").append(o.keys().get(i)).append(':').append(show(o.values().get(i)));
            return sb.append('}').toString();
        }
        if (j instanceof JArr a) return a.items().stream().map(SealedTypes::show).toList().toString();
        if (j instanceof JStr s) return "'" + s.s() + "'";
        if (!(j instanceof JNum n)) return j instanceof JBool b ? b.b() ? "T" : "F" : "N";
        return n.d() == Math.rint(n.d()) ? "" + (long) n.d() : "" + n.d();
    }

    static int depth(Json j) {
        int m = 0;
        if (j instanceof JArr a) for (Json x : a.items()) m = Math.max(m, depth(x));
        else if (j instanceof JObj o && !o.keys().isEmpty()) for (Json x : o.values()) m = Math.max(m, depth(x));
        return m + 1;
    }

    public static void main(String[] args) {
        String[] inputs = {"null", " true ", "-12.5", "\"a\\\"b\\n\"", "[]", "[1, 2,[3,[4]] , false]", "{\"a\": {\"b\": [null, {\"c\": \"d\"}]}, \"e\": 1e3}", "{}", "[1 2]", "{\"a\" 1}", "", "[1,"};
        for (String in : inputs) {
            try {
                Json j = new Parser(in).parse();
                System.out.println(show(j) + " depth " + depth(j) + " " + j.equals(new Parser(in).parse()) + " " + j);
            } catch (IllegalArgumentException e) {
                System.out.println(in + " -> " + e.getMessage());
            }
        }
        Object o = "pattern";
        if (!(o instanceof String s)) throw new AssertionError();
        System.out.println(s.length());
        boolean both = o instanceof String t && t.length() == 7 && t.startsWith("p");
        System.out.println(both);
        while (!(o instanceof Integer n)) o = 42;
        System.out.println(n + 1);
        System.out.println(Json.class.isSealed() + " " + Json.class.getPermittedSubclasses().length + " " + JNull.class.isSealed());
        for (Class<?> c : Json.class.getPermittedSubclasses()) System.out.print(c.getSimpleName() + " ");
        System.out.println();
    }
}
