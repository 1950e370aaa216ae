// Names: shadowing, hiding, obscuring, static and instance lookups, inner classes against outer, interface constants.
public class Shadowing {
    static String name = "static field";
    String inst = "outer instance";
    static String f() { return "Shadowing.f"; }

    static class Base { String x = "base x"; static String s = "base s"; String get() { return x; } static String st() { return "Base.st"; } String priv() { return p(); } private String p() { return "base private"; } }
    static class Derived extends Base { String x = "derived x"; static String s = "derived s"; @Override String get() { return x + "/" + super.x + "/" + super.get(); } static String st() { return "Derived.st"; } String p() { return "derived p"; } }
    static class Third extends Derived { int x = 3; String all() { return x + "," + ((Derived) this).x + "," + ((Base) this).x; } }

    class Inner {
        String inst = "inner instance";
        String show(String inst) { return inst + "|" + this.inst + "|" + Shadowing.this.inst; }
        class Deeper { String inst = "deeper"; String all() { return inst + "|" + Inner.this.inst + "|" + Shadowing.this.inst; } String f() { return Shadowing.f() + "+own"; } }
    }
    interface I1 { String C = "I1"; int ONLY1 = 1; default String who() { return "I1.who"; } }
    interface I2 { String C = "I2"; default String who() { return "I2.who"; } }
    static class Both implements I1, I2 { String c() { return I1.C + I2.C + ONLY1; } public String who() { return I1.super.who() + I2.super.who(); } }
    static class Param { int v; Param(int v) { v = v; } Param set(int v) { this.v = v; return this; } }
    static class Fields { static int count; int id = ++count; static Fields first = new Fields(); Fields self = this; static int get(Fields f) { return f.count; } }
    static String String(String String) { return String + ".String"; }
    static int value = 5;
    static int value() { return value * 2; }
    static class Outer2 { private int p = 1; private static int sp = 2; class In { private int q = p + sp; int sum() { return p + q + new Outer2().p; } } int peek() { return new In().q; } }
    static class Var { int a = 1; int b = a + 1; int c = this.d + 10; int d = 4; { b += d; } static int later() { return LATE; } static final int EARLY = later(); static final int LATE = Integer.parseInt("9"); static final int CONST = 9; }
    static class Gen<T> { T v; static int made; Gen(T v) { this.v = v; made++; } <T> T other(T t) { return t; } }
    enum Color { RED, GREEN; static String name = "enum static"; String name2() { return name() + name; } }

    public static void main(String[] args) {
        String name = "local";
        System.out.println(name + " " + Shadowing.name);
        { String inner = name + "!"; System.out.println(inner); }
        for (int i = 0; i < 2; i++) { int j = i * 2; System.out.print(j + " "); }
        for (int i = 5; i < 6; i++) { String j = "again " + i; System.out.println(j); }
        Derived d = new Derived();
        Base b = d;
        System.out.println(d.x + " " + b.x + " " + ((Base) d).x + " " + b.get() + " " + d.s + " " + b.s + " " + b.st() + " " + d.st() + " " + b.priv() + " " + d.p());
        System.out.println(new Third().all());
        Shadowing o = new Shadowing();
        System.out.println(o.new Inner().show("param"));
        System.out.println(o.new Inner().new Deeper().all() + " " + o.new Inner().new Deeper().f());
        System.out.println(new Both().c() + " " + new Both().who());
        System.out.println(new Param(7).v + " " + new Param(7).set(8).v);
        System.out.println(Fields.first.id + " " + Fields.count + " " + new Fields().id + " " + Fields.get(null) + " " + (Fields.first.self == Fields.first));
        System.out.println(String("arg") + " " + value + value());
        System.out.println(new Outer2().peek() + " " + new Outer2().new In().sum());
        Var v = new Var();
        System.out.println(v.a + " " + v.b + " " + v.c + " " + v.d + " " + Var.EARLY + Var.LATE + Var.CONST);
        System.out.println(new Gen<>("s").other(5) + " " + new Gen<Integer>(1).v + " " + Gen.made);
        System.out.println(Color.RED.name2() + Color.valueOf("GREEN").name);
        Runnable r = new Runnable() { String name = "anon field"; public void run() { System.out.println(name + " " + Shadowing.name + " " + f()); } String f() { return "anon f"; } };
        r.run();
        Runnable l = () -> System.out.println(name + " seen in lambda");
        l.run();
        class Local extends Base { String x = "local x"; String name() { return name + x + super.x; } }
        System.out.println(new Local().name());
        label: for (int label = 0; ; label++) { if (label == 2) { System.out.println("label " + label); break label; } }
        int int_ = 1, $ = 2, _x = 3, ünï = 4;
        System.out.println(int_ + $ + _x + ünï);
        var var = "var";
        var record = 1; var yield_ = 2; int sealed = 3; int permits = 4;
        System.out.println(var + record + yield_ + sealed + permits);
    }
}
