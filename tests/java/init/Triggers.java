// What initialises a class and what does not (JLS 12.4.1).
import java.util.function.Supplier;

public class Triggers {
    static void log(String s) { System.out.println(s); }
    static class A { static { log("  A init"); } static final int C = 1; static final String S = "s"; static final Integer BOX = 2; static final int COMPUTED = Integer.parseInt("3"); static int v = 4; static void m() {} static final Object NUL = null; }
    static class B { static { log("  B init"); } static final String S = "const" + 1; static final String T = "t".trim(); }
    static class C1 { static { log("  C1 init"); } static int x = 1; }
    static class C2 extends C1 { static { log("  C2 init"); } static int y = 2; }
    static class D { static { log("  D init"); } static class Nested { static { log("  D.Nested init"); } static int n = 1; } }
    interface I { int X = f("I.X"); }
    interface J { int Y = f("J.Y"); default void dflt() {} }
    interface K extends J { int Z = f("K.Z"); }
    static class Impl implements I, K { static { log("  Impl init"); } static int q = 1; }
    static int f(String s) { log("  " + s); return 1; }
    enum E { P, Q; static { log("  E init"); } E() { log("  E."+ name()); } }
    record R(int a) { static { log("  R init"); } }
    static class Arr { static { log("  Arr init"); } }
    static class Ref { static { log("  Ref init"); } static int get() { return 5; } int inst() { return 6; } }
    static class Cast { static { log("  Cast init"); } }
    static class Refl { static { log("  Refl init"); } public static int fld = 1; public Refl() {} }
    static class Shadow { static { log("  Shadow init"); } static int s = 1; static class Own { static { log("  Own init"); } static int t = Shadow.s; } }
    static abstract class Abs { static { log("  Abs init"); } static void st() {} }
    static class Gen<T extends Cast> { T t; }

    public static void main(String[] args) throws Exception {
        log("constant " + A.C + A.S);
        log("null constant"); Object n = A.NUL;
        log("static read " + A.v);
        log("B constant " + B.S);
        log("B computed"); String t = B.T;
        log("inherited static through subclass"); int x = C2.x;
        log("own static of subclass"); int y = C2.y;
        log("nested class does not init outer " + D.Nested.n);
        log("implementing class: interface with default only"); int q = Impl.q;
        log("interface constant field of I"); int ix = I.X;
        log("interface K"); int kz = K.Z;
        log("enum constant"); E e = E.Q;
        log("enum switch"); switch (e) { case P -> log("p"); case Q -> log("q"); }
        log("array"); Arr[] arr = new Arr[2]; Arr[][] arr2 = new Arr[2][2];
        log("class literal " + Arr.class.getSimpleName() + arr2.getClass().getSimpleName());
        log("instance"); new Arr();
        log("method reference creation"); Supplier<Integer> s = Ref::get;
        log("method reference call"); s.get();
        log("cast and instanceof"); Object o = "x"; boolean is = o instanceof Cast; Cast c = (Cast) (Object) null;
        log("forName without init"); Class<?> k = Class.forName("Triggers$Refl", false, Triggers.class.getClassLoader());
        log("reflection lookups"); k.getDeclaredFields(); k.getDeclaredConstructor(); k.getModifiers();
        log("reflective field read"); k.getField("fld").getInt(null);
        log("assignment initialises"); Shadow.s = 9;
        log("own"); int ot = Shadow.Own.t; log("t " + ot);
        log("abstract static call"); Abs.st();
        log("anonymous subclass"); new Abs() { };
        log("record"); new R(1);
        log("generic bound does not init"); new Gen<>();
        log("null receiver static call"); Ref r = null; log("" + r.get());
        log("exception class"); try { throw new Exc(); } catch (Exc ex) { log("caught"); }
        log("lambda body later"); Runnable run = () -> log("v " + Late.v); log("created"); run.run();
        log("ternary picks one"); int tern = args.length == 0 ? T1.v : T2.v;
        log("assert"); assert T3.v == 1; log("done");
    }
    static class Exc extends RuntimeException { static { log("  Exc init"); } }
    static class Late { static { log("  Late init"); } static int v = 1; }
    static class T1 { static { log("  T1 init"); } static int v = 1; }
    static class T2 { static { log("  T2 init"); } static int v = 1; }
    static class T3 { static { log("  T3 init"); } static int v = 1; }
}
