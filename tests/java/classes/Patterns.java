// Design patterns as programs: visitor, builder, observer, state machine, strategy, decorator, chain, memento, command, flyweight.
import java.util.*;
import java.util.function.*;

public class Patterns {
    interface Visitor<R> { R num(int n); R add(Expr a, Expr b); R mul(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static Expr num(int n) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.num(n); } }; }
    static Expr add(Expr a, Expr b) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.add(a, b); } }; }
    static Expr mul(Expr a, Expr b) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.mul(a, b); } }; }
    static class Eval implements Visitor<Integer> { public Integer num(int n) { return n; } public Integer add(Expr a, Expr b) { return a.accept(this) + b.accept(this); } public Integer mul(Expr a, Expr b) { return a.accept(this) * b.accept(this); } }
    static class Show implements Visitor<String> { public String num(int n) { return "" + n; } public String add(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; } public String mul(Expr a, Expr b) { return a.accept(this) + "*" + b.accept(this); } }

    static class Pizza { private final String size; private final List<String> toppings; private Pizza(Builder b) { size = b.size; toppings = List.copyOf(b.toppings); } static Builder builder() { return new Builder(); } static class Builder { private String size = "m"; private final List<String> toppings = new ArrayList<>(); Builder size(String s) { size = s; return this; } Builder top(String t) { toppings.add(t); return this; } Pizza build() { if (toppings.isEmpty()) throw new IllegalStateException("no toppings"); return new Pizza(this); } } @Override public String toString() { return size + toppings; } }

    static abstract class SelfBuilder<T extends SelfBuilder<T>> { protected StringBuilder sb = new StringBuilder(); abstract T self(); T add(String s) { sb.append(s); return self(); } }
    static class Html extends SelfBuilder<Html> { Html self() { return this; } Html bold(String s) { return add("<b>").add(s).add("</b>"); } }

    static class Subject<E> { private final Map<String, List<Consumer<? super E>>> subs = new TreeMap<>(); void on(String t, Consumer<? super E> c) { subs.computeIfAbsent(t, k -> new ArrayList<>()).add(c); } void emit(String t, E e) { subs.getOrDefault(t, List.of()).forEach(c -> c.accept(e)); } }

    enum State { LOCKED { State coin() { return UNLOCKED; } State push() { return this; } }, UNLOCKED { State coin() { return this; } State push() { return LOCKED; } }; abstract State coin(); abstract State push(); }

    interface Source { String read(); }
    static class Upper implements Source { private final Source s; Upper(Source s) { this.s = s; } public String read() { return s.read().toUpperCase(); } }
    static class Twice implements Source { private final Source s; Twice(Source s) { this.s = s; } public String read() { return s.read() + s.read(); } }

    static abstract class Handler { private Handler next; Handler then(Handler n) { next = n; return n; } String handle(int req) { String r = attempt(req); return r != null ? r : next != null ? next.handle(req) : "unhandled " + req; } abstract String attempt(int req); static Handler of(int max, String name) { return new Handler() { String attempt(int req) { return req <= max ? name + " took " + req : null; } }; } }

    static class Editor { private StringBuilder text = new StringBuilder(); private final Deque<String> undo = new ArrayDeque<>(); Editor type(String s) { undo.push(text.toString()); text.append(s); return this; } Editor undo() { if (!undo.isEmpty()) text = new StringBuilder(undo.pop()); return this; } }
    record Command(String name, Runnable run, Runnable undo) {}
    static class Pool { private static final Map<Character, Pool> all = new TreeMap<>(); final char c; private Pool(char c) { this.c = c; } static Pool of(char c) { return all.computeIfAbsent(c, Pool::new); } }
    static abstract class Template { final String run() { return before() + body() + after(); } String before() { return "["; } String after() { return "]"; } protected abstract String body(); }
    interface Plugin { String name(); int apply(int x); static Plugin of(String n, IntUnaryOperator f) { return new Plugin() { public String name() { return n; } public int apply(int x) { return f.applyAsInt(x); } }; } default Plugin then(Plugin p) { return of(name() + ">" + p.name(), x -> p.apply(apply(x))); } }

    public static void main(String[] args) {
        Expr e = add(num(2), mul(num(3), add(num(4), num(5))));
        System.out.println(e.accept(new Show()) + "=" + e.accept(new Eval()));
        System.out.println(Pizza.builder().size("l").top("ham").top("olives").build());
        try { Pizza.builder().build(); } catch (IllegalStateException x) { System.out.println(x.getMessage()); }
        System.out.println(new Html().add("a").bold("b").add("c").sb);
        Subject<String> s = new Subject<>();
        List<Object> got = new ArrayList<>();
        s.on("x", got::add);
        s.on("x", v -> got.add(v.length()));
        s.on("y", (Object o) -> got.add("y:" + o));
        s.emit("x", "hello"); s.emit("y", "bye"); s.emit("z", "lost");
        System.out.println(got);
        State st = State.LOCKED;
        StringBuilder sb = new StringBuilder();
        for (char c : "cpppccp".toCharArray()) { st = c == 'c' ? st.coin() : st.push(); sb.append(st.name().charAt(0)); }
        System.out.println(sb);
        int[] n = {0};
        Source base = () -> "r" + ++n[0];
        System.out.println(new Twice(new Upper(base)).read() + " " + new Upper(new Twice(base)).read());
        Handler h = Handler.of(10, "clerk");
        h.then(Handler.of(100, "boss")).then(Handler.of(1000, "owner"));
        System.out.println(h.handle(5) + ", " + h.handle(50) + ", " + h.handle(500) + ", " + h.handle(5000));
        System.out.println(new Editor().type("a").type("b").type("c").undo().undo().type("z").undo().undo().undo().type("q").text);
        Deque<Command> done = new ArrayDeque<>();
        int[] acc = {1};
        for (Command c : List.of(new Command("add", () -> acc[0] += 5, () -> acc[0] -= 5), new Command("double", () -> acc[0] *= 2, () -> acc[0] /= 2))) { c.run().run(); done.push(c); }
        System.out.print(acc[0]);
        while (!done.isEmpty()) { Command c = done.pop(); c.undo().run(); System.out.print(" undo " + c.name() + " " + acc[0]); }
        System.out.println();
        System.out.println((Pool.of('a') == Pool.of('a')) + " " + (Pool.of('a') == Pool.of('b')) + " " + Pool.all.keySet());
        System.out.println(new Template() { protected String body() { return "body"; } @Override String after() { return super.after() + "!"; } }.run());
        Plugin p = Plugin.of("inc", x -> x + 1).then(Plugin.of("sq", x -> x * x)).then(Plugin.of("neg", x -> -x));
        System.out.println(p.name() + " " + p.apply(4));
        Map<String, Function<Double, Double>> strategies = new TreeMap<>(Map.of("half", x -> x / 2, "same", Function.identity(), "tax", x -> x * 1.25));
        strategies.forEach((k, f) -> System.out.print(k + "=" + f.apply(80.0) + " "));
        System.out.println();
    }
}
