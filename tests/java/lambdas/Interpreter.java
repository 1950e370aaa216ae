// A small expression language: tokens, parser, closures; lambdas as the compiled code.
import java.util.*;
import java.util.function.*;

public class Interpreter {
    interface Code { double eval(Map<String, Double> env); }

    static final Map<String, DoubleBinaryOperator> OPS = new TreeMap<>();
    static final Map<String, Function<double[], Double>> FUNS = new TreeMap<>();
    static {
        OPS.put("+", Double::sum);
        OPS.put("-", (a, b) -> a - b);
        OPS.put("*", (a, b) -> a * b);
        OPS.put("/", (a, b) -> { if (b == 0) throw new ArithmeticException("division by zero"); return a / b; });
        OPS.put("^", StrictMath::pow);
        FUNS.put("max", a -> Arrays.stream(a).max().orElse(Double.NaN));
        FUNS.put("sum", a -> Arrays.stream(a).sum());
        FUNS.put("sqrt", a -> Math.sqrt(a[0]));
    }
    static final List<Set<String>> LEVELS = List.of(new TreeSet<>(List.of("+", "-")), new TreeSet<>(List.of("*", "/")), new TreeSet<>(List.of("^")));

    static class Parser {
        final List<String> tokens = new ArrayList<>();
        int pos;
        Parser(String text) {
            var m = java.util.regex.Pattern.compile("\\s*([a-z]+|[0-9.]+|.)").matcher(text);
            while (m.find()) tokens.add(m.group(1));
        }
        String peek() { return pos < tokens.size() ? tokens.get(pos) : "end"; }
        String take() { String t = peek(); pos++; return t; }
        void expect(String t) { if (!take().equals(t)) throw new IllegalArgumentException("expected " + t + " but found " + tokens.get(Math.min(pos, tokens.size()) - 1)); }
        Code expr(int level) {
            if (level == LEVELS.size()) return unary();
            Code left = expr(level + 1);
            while (LEVELS.get(level).contains(peek())) {
                DoubleBinaryOperator op = OPS.get(take());
                Code l = left, r = level == 2 ? expr(level) : expr(level + 1);
                left = env -> op.applyAsDouble(l.eval(env), r.eval(env));
            }
            return left;
        }
        Code unary() {
            if (peek().equals("-")) { take(); Code c = unary(); return env -> -c.eval(env); }
            String t = take();
            if (t.equals("(")) { Code c = expr(0); expect(")"); return c; }
            if (Character.isDigit(t.charAt(0))) { double d = Double.parseDouble(t); return env -> d; }
            if (t.equals("let")) {
                String v = take();
                expect("=");
                Code value = expr(0);
                expect("i".equals("") ? "" : "in");
                Code body = expr(0);
                return env -> { Map<String, Double> inner = new TreeMap<>(env); inner.put(v, value.eval(env)); return body.eval(inner); };
            }
            if (!Character.isLetter(t.charAt(0))) throw new IllegalArgumentException("unexpected " + t);
            if (peek().equals("(")) {
                take();
                List<Code> args = new ArrayList<>();
                while (!peek().equals(")")) { args.add(expr(0)); if (peek().equals(",")) take(); }
                take();
                Function<double[], Double> f = Optional.ofNullable(FUNS.get(t)).orElseThrow(() -> new IllegalArgumentException("no function " + t));
                return env -> f.apply(args.stream().mapToDouble(a -> a.eval(env)).toArray());
            }
            return env -> Optional.ofNullable(env.get(t)).orElseThrow(() -> new NoSuchElementException("no variable " + t));
        }
        Code all() { Code c = expr(0); if (pos < tokens.size()) throw new IllegalArgumentException("left over: " + peek()); return c; }
    }

    public static void main(String[] args) {
        Map<String, Double> env = new TreeMap<>(Map.of("x", 3.0, "y", 4.0));
        String[] programs = {"1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "10 - 4 - 3", "-x ^ 2", "sqrt(x*x + y*y)", "max(1, x, y, 2)", "sum()", "let z = x + 1 in z * z", "let a = 1 in let b = a + 1 in a + b * x",
            "1 / (x - 3)", "q + 1", "foo(1)", "1 +", "(1", "1 2", "8 / 4 / 2", "--5", "max(sum(1,2,3), 2*2)", "1.5 * 4"};
        for (String p : programs) {
            try {
                System.out.println(p + " = " + new Parser(p).all().eval(env));
            } catch (RuntimeException e) {
                System.out.println(p + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        Code poly = new Parser("x*x*x - 2*x + 1").all();
        double total = 0;
        for (int i = 0; i < 50; i++) { env.put("x", i / 10.0); total += poly.eval(env); }
        System.out.println(Math.round(total * 1000));
    }
}
