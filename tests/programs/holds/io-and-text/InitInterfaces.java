/**
 * Superinterfaces with default methods are initialised before the class, those without are not.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitInterfaces {
    static StringBuffer order = new StringBuffer();

    static int note(String s) {
        order.append(s);
        return s.length();
    }

    interface I {
        int i = note("i");

        default void f() {}
    }

    interface J extends I {
        int j = note("j");

        default void g() {}
    }

    interface K {
        int k = note("k");
    }

    static class B implements K {
        static int b = note("b");
    }

    static class A extends B implements J {
        static int a = note("a");
    }

    static void a() {
        new A();
    }

    static void b() {
        new A();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitInterfaces::a, "a");
        Thread b = new Thread(InitInterfaces::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert order.toString().equals("bija") : order;
    }
}
