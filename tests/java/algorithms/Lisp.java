// A Lisp in a page: reader, environment, closures, tail loops, quoting, higher-order functions.
import java.util.*;
import java.util.function.*;

public class Lisp {
    record Sym(String name) { @Override public String toString() { return name; } }
    interface Fn { Object call(List<Object> args); }
    static class Env { final Map<String, Object> vars = new TreeMap<>(); final Env up; Env(Env up) { this.up = up; } Object get(String n) { for (Env e = this; e != null; e = e.up) if (e.vars.containsKey(n)) return e.vars.get(n); throw new NoSuchElementException("unbound " + n); } }
    static class Lambda { final List<?> params; final Object body; final Env env; Lambda(List<?> p, Object b, Env e) { params = p; body = b; env = e; } }

    static Object read(Deque<String> ts) {
        String t = ts.poll();
        if (t == null) throw new IllegalArgumentException("unexpected end");
        if (t.equals("'")) return List.of(new Sym("quote"), read(ts));
        if (t.equals("(")) { List<Object> l = new ArrayList<>(); while (!")".equals(ts.peek())) l.add(read(ts)); ts.poll(); return l; }
        if (t.equals(")")) throw new IllegalArgumentException("unexpected )");
        if (t.startsWith("\"")) return t.substring(1, t.length() - 1);
        try { return Long.parseLong(t); } catch (NumberFormatException e) { return t.equals("#t") ? (Object) true : t.equals("#f") ? (Object) false : new Sym(t); }
    }
    static Deque<String> lex(String s) { Deque<String> q = new ArrayDeque<>(); var m = java.util.regex.Pattern.compile("\\(|\\)|'|\"[^\"]*\"|[^\\s()']+").matcher(s); while (m.find()) q.add(m.group()); return q; }

    static Object eval(Object x, Env env) {
        while (true) {
            if (x instanceof Sym s) return env.get(s.name());
            if (!(x instanceof List<?> l)) return x;
            if (l.isEmpty()) return l;
            if (l.get(0) instanceof Sym s) switch (s.name()) {
                case "quote": return l.get(1);
                case "if": x = !Boolean.FALSE.equals(eval(l.get(1), env)) ? l.get(2) : l.size() > 3 ? l.get(3) : List.of(); continue;
                case "define": env.vars.put(l.get(1).toString(), eval(l.get(2), env)); return l.get(1);
                case "lambda": return new Lambda((List<?>) l.get(1), l.get(2), env);
                case "let": { Env e = new Env(env); for (Object b : (List<?>) l.get(1)) e.vars.put(((List<?>) b).get(0).toString(), eval(((List<?>) b).get(1), env)); env = e; x = l.get(2); continue; }
                case "begin": for (int i = 1; i < l.size() - 1; i++) eval(l.get(i), env); x = l.get(l.size() - 1); continue;
            }
            Object f = eval(l.get(0), env);
            List<Object> args = new ArrayList<>();
            for (Object a : l.subList(1, l.size())) args.add(eval(a, env));
            if (f instanceof Fn fn) return fn.call(args);
            if (!(f instanceof Lambda lam)) throw new ClassCastException("not a function: " + show(f));
            if (lam.params.size() != args.size()) throw new IllegalArgumentException("expected " + lam.params.size() + " arguments but got " + args.size());
            env = new Env(lam.env);
            for (int i = 0; i < args.size(); i++) env.vars.put(lam.params.get(i).toString(), args.get(i));
            x = lam.body;
        }
    }
    static String show(Object o) { if (o instanceof List<?> l) { StringJoiner j = new StringJoiner(" ", "(", ")"); for (Object x : l) j.add(show(x)); return j.toString(); } return o instanceof Boolean b ? b ? "#t" : "#f" : o instanceof Lambda || o instanceof Fn ? "#fn" : o.toString(); }
    static Fn num(LongBinaryOperator op) { return a -> { long r = (Long) a.get(0); for (int i = 1; i < a.size(); i++) r = op.applyAsLong(r, (Long) a.get(i)); return r; }; }

    public static void main(String[] args) {
        Env g = new Env(null);
        g.vars.put("+", num(Long::sum)); g.vars.put("-", num((a, b) -> a - b)); g.vars.put("*", num((a, b) -> a * b)); g.vars.put("/", num((a, b) -> a / b)); g.vars.put("mod", num(Math::floorMod));
        g.vars.put("<", (Fn) a -> (Long) a.get(0) < (Long) a.get(1)); g.vars.put("=", (Fn) a -> a.get(0).equals(a.get(1)));
        g.vars.put("car", (Fn) a -> ((List<?>) a.get(0)).get(0)); g.vars.put("cdr", (Fn) a -> { List<?> l = (List<?>) a.get(0); return l.subList(1, l.size()); });
        g.vars.put("cons", (Fn) a -> { List<Object> l = new ArrayList<>(); l.add(a.get(0)); l.addAll((List<?>) a.get(1)); return l; });
        g.vars.put("null?", (Fn) a -> a.get(0) instanceof List<?> l && l.isEmpty()); g.vars.put("list", (Fn) ArrayList::new);
        String[] programs = {"(+ 1 2 (* 3 4))", "(define sq (lambda (x) (* x x)))", "(sq 12)", "(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 20)", "(define loop (lambda (n acc) (if (= n 0) acc (loop (- n 1) (+ acc n)))))", "(loop 2000 0)",
            "(define map (lambda (f l) (if (null? l) '() (cons (f (car l)) (map f (cdr l))))))", "(map sq '(1 2 3 4))", "(define adder (lambda (n) (lambda (x) (+ x n))))", "((adder 10) 5)", "(let ((a 1) (b 2)) (+ a b))", "(begin (define z 5) (define z (+ z 1)) z)",
            "(define filter (lambda (p l) (if (null? l) l (if (p (car l)) (cons (car l) (filter p (cdr l))) (filter p (cdr l))))))", "(define range (lambda (a b) (if (= a b) '() (cons a (range (+ a 1) b)))))", "(filter (lambda (x) (= (mod x 3) 0)) (range 0 20))", "'(a b (c 1 \"str\") #t)", "(if #f 1)", "sq", "(car '())", "(undefined 1)", "(sq 1 2)", "(1 2)", "(/ 1 0)", "(", ")", "(+ 1 \"x\")"};
        for (String p : programs) {
            try {
                System.out.println(p + " => " + show(eval(read(lex(p)), g)));
            } catch (RuntimeException e) {
                System.out.println(p + " => " + e.getClass().getSimpleName() + (e instanceof ClassCastException || e instanceof IndexOutOfBoundsException ? "" : ": " + e.getMessage()));
            }
        }
    }
}
