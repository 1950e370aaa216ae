// Inner, local, anonymous and static nested classes; private access between them; captured variables.
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class Nested {
    private int x = 1;
    private static int count = 10;

    private int secret() { return x * 100; }

    class Inner {
        private int x = 2;
        int childBonus() { return 1000 + x; }
        class Deep {
            int x = 3;
            String all() { return x + " " + Inner.this.x + " " + Nested.this.x + " " + secret() + " " + count; }
            void change() { Nested.this.x++; Inner.this.x += 10; x += 100; count--; }
        }
    }

    static class StaticNested {
        private int hidden = 42;
        private StaticNested() {}
        private static String util(int n) { return "util" + n; }
    }

    class Child extends Inner {
        int total() { return Nested.this.x + childBonus(); }
    }

    Supplier<String> local(int n, String s) {
        long wide = n * 10L;
        double d = n / 2.0;
        class Local {
            int calls;
            String show() { return s + n + wide + d + x + ++calls; }
        }
        Local shared = new Local();
        return () -> shared.show() + new Local().calls;
    }

    IntSupplier counter(int start) {
        int[] box = {start};
        return new IntSupplier() {
            int step = 2;
            { step++; }
            @Override public int getAsInt() { return (box[0] += step) + x; }
        };
    }

    static abstract class Template {
        final String name;
        Template(String name) { this.name = name; }
        abstract String body();
        String run() { return name + ":" + body(); }
    }

    interface Visitor { void visit(int i); }

    static void each(int n, Visitor v) { for (int i = 0; i < n; i++) v.visit(i); }

    enum Op {
        PLUS { int apply(int a, int b) { return a + b; } },
        TIMES { int apply(int a, int b) { return a * b; } };
        abstract int apply(int a, int b);
    }

    public static void main(String[] args) {
        Nested outer = new Nested();
        Inner inner = outer.new Inner();
        Inner.Deep deep = inner.new Deep();
        System.out.println(deep.all());
        deep.change();
        System.out.println(deep.all());
        System.out.println(outer.x + " " + inner.x + " " + deep.x);
        System.out.println(outer.new Child().total());
        StaticNested sn = new StaticNested();
        sn.hidden++;
        System.out.println(sn.hidden + StaticNested.util(3));
        Supplier<String> s = outer.local(7, "s");
        System.out.println(s.get() + " " + s.get());
        outer.x = 50;
        System.out.println(s.get());
        IntSupplier c = outer.counter(100);
        System.out.println(c.getAsInt() + " " + c.getAsInt());
        String prefix = args.length == 0 ? "none" : "some";
        Template t = new Template("anon" + count) {
            int n = prefix.length();
            @Override String body() { return prefix + n + name.toUpperCase(); }
        };
        System.out.println(t.run());
        List<Integer> seen = new ArrayList<>();
        each(4, new Visitor() {
            public void visit(int i) { seen.add(i * i); }
        });
        each(2, i -> seen.add(-i));
        System.out.println(seen);
        for (Op op : Op.values()) System.out.println(op + " " + op.apply(6, 7) + " " + (op.getClass() == Op.class) + " " + op.getDeclaringClass().getSimpleName());
        List<Supplier<Integer>> captured = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i * 10;
            captured.add(() -> copy + seen.size());
        }
        for (Supplier<Integer> sup : captured) System.out.print(sup.get() + " ");
        System.out.println();
        record Local(int a, String b) { String both() { return b + a; } }
        enum LocalEnum { P, Q }
        interface LocalInterface { int f(); }
        LocalInterface li = () -> LocalEnum.Q.ordinal();
        System.out.println(new Local(1, "rec").both() + li.f() + LocalEnum.valueOf("P"));
        try {
            Nested none = null;
            none.new Inner();
        } catch (NullPointerException e) {
            System.out.println("null outer");
        }
        System.out.println(new Object() { int twice(int v) { return v * 2; } }.twice(21));
        var anon = new Object() { int field = 5; };
        anon.field += 3;
        System.out.println(anon.field);
    }
}
