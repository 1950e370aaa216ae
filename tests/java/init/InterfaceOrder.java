// Initialisation of superinterfaces with default methods, diamond orders, recursion, static nested singletons.
public class InterfaceOrder {
    static int log(String s) { System.out.println(s); return 1; }
    interface A { int a = log("A"); default void m() {} }
    interface B extends A { int b = log("B"); default void n() {} }
    interface C { int c = log("C"); }
    interface D extends C { int d = log("D"); default void k() {} }
    static class Super implements D { static int s = log("Super"); }
    static class Sub extends Super implements B, C { static int t = log("Sub"); }
    interface Fn { int call(); int unused = log("Fn"); default int twice() { return call() * 2; } }
    interface Plain { int v = log("Plain"); void x(); }

    static class Singleton {
        private static Singleton instance;
        static int created;
        static Singleton get() { if (instance == null) instance = new Singleton(); return instance; }
        Singleton() { created++; }
    }
    static class Eager { static final Eager ONE = new Eager(); static int counter = 5; static final int FINAL = 6; static final Integer BOXED = 7; String seen = counter + "," + FINAL + "," + BOXED; }
    static class Holder { static class Lazy { static final String VALUE = log("Lazy holder") + "!"; } static String get() { return Lazy.VALUE; } }
    static class Ping { static int p = log("Ping starts") + Pong.p; static { log("Ping " + p); } }
    static class Pong { static int p = log("Pong starts") + Ping.p * 100; static { log("Pong " + p); } }
    static class SelfRef { static SelfRef me = new SelfRef(); final int depth; static int d = 10; SelfRef() { depth = d; } int again() { return new SelfRef().depth; } }
    static class ByThread {
        static int value;
        static { Thread t = new Thread(InterfaceOrder::other); t.start(); try { t.join(); } catch (InterruptedException e) { throw new Error(e); } value = 3; }
    }
    static void other() { log("another thread, while a class is being initialised"); }
    static class Parent { static { log("Parent static"); } { log("Parent instance"); } Parent() { log("Parent()"); init(); } void init() { log("Parent.init"); } }
    static class Child extends Parent { static { log("Child static"); } int v = 7; { log("Child instance"); } Child() { super(); log("Child() " + v); } @Override void init() { log("Child.init v=" + v); v = 99; } }
    static String order = "";
    int a1 = add("a1"), a2; { a2 = add("block"); } int a3 = add("a3");
    int add(String s) { order += s + " "; return order.length(); }
    InterfaceOrder() { this(add2("arg")); order += "no-arg "; }
    InterfaceOrder(String s) { order += s + " "; }
    static String add2(String s) { order += "static-" + s + " "; return s; }

    public static void main(String[] args) throws Exception {
        log("new Sub"); new Sub();
        log("lambda of Fn"); Fn f = () -> 21; log("" + f.twice());
        log("anonymous Plain"); new Plain() { public void x() {} }.x();
        log("Plain.v " + Plain.v);
        log(Singleton.get() == Singleton.get() ? "same" : "different"); log("created " + Singleton.created);
        log(Eager.ONE.seen + " " + Eager.counter);
        log("holder"); log(Holder.get()); log(Holder.get());
        log("ping " + Ping.p + " " + Pong.p);
        log("self " + SelfRef.me.depth + " " + SelfRef.me.again());
        log("thread " + ByThread.value);
        new Child(); new Child();
        new InterfaceOrder(); log(order);
    }
}
