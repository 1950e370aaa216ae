// A failing static initialiser: ExceptionInInitializerError first, NoClassDefFoundError afterwards.
public class InitFailure {
    static class Bad {
        static int x = 1;
        static { System.out.println("Bad runs"); if (x == 1) throw new IllegalStateException("bad init"); }
        static final int CONST = 5;
        static int f() { return x; }
    }
    static class Sub extends Bad { static { System.out.println("Sub runs"); } static int y = 3; }
    static class Div { static int q = 1 / Integer.parseInt("0"); }
    static class Err { static { if (true) throw new StackOverflowError("direct error"); } static int v; }
    static class Indirect { static int z = Bad2.x; }
    static class Bad2 { static int x = Integer.parseInt("zz"); }
    interface IBad { int V = Integer.parseInt("iface"); default void m() {} }
    static class Impl implements IBad { static { System.out.println("Impl runs"); } static int w = 8; }
    enum EBad { A(1), B(0); final int r; EBad(int d) { r = 10 / d; } }

    interface Body { Object run() throws Throwable; }

    static void t(String name, Body b) {
        try {
            System.out.println(name + ": " + b.run());
        } catch (Throwable e) {
            System.out.print(name + ": " + e);
            for (Throwable c = e.getCause(); c != null; c = c.getCause()) System.out.print(" <- " + c);
            System.out.println();
        }
    }

    public static void main(String[] args) {
        t("constant", () -> Bad.CONST);
        t("array", () -> new Bad[2].length);
        t("literal", () -> Bad.class.getSimpleName());
        t("first", () -> Bad.f());
        t("second", () -> Bad.f());
        t("field", () -> Bad.x);
        t("new", () -> new Bad());
        t("subclass", () -> Sub.y);
        t("subclass again", () -> Sub.y);
        t("forName", () -> Class.forName("InitFailure$Bad"));
        t("forName no init", () -> Class.forName("InitFailure$Bad", false, InitFailure.class.getClassLoader()).getSimpleName());
        t("div", () -> Div.q);
        t("div again", () -> Div.q);
        t("error", () -> Err.v);
        t("error again", () -> Err.v);
        t("indirect", () -> Indirect.z);
        t("indirect again", () -> Indirect.z);
        t("bad2", () -> Bad2.x);
        t("impl", () -> Impl.w);
        t("impl again", () -> Impl.w);
        t("ibad", () -> IBad.V);
        t("enum", () -> EBad.A);
        t("enum again", () -> EBad.valueOf("B"));
        t("reflect", () -> Bad.class.getDeclaredConstructor().newInstance());
        t("ok at last", () -> "fine");
        try {
            Div.q = 1;
        } catch (NoClassDefFoundError e) {
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(top);
            Throwable cause = e.getCause();
            System.out.println(cause == null ? "no cause" : cause.getStackTrace()[0].toString().replaceAll("\\(.*", ""));
        }
    }
}
