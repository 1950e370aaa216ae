/**
 * A method reference initialises the class when it is called, not when it is made.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitMethodReference {
    static int data;

    static class A {
        static {
            data = 42;
        }

        static void f() {}
    }

    static void a() {
        Runnable r = A::f;
        r.run();
        assert data == 42;
    }

    static void b() {
        Runnable r = A::f;
        r.run();
        assert data == 42;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitMethodReference::a, "a");
        Thread b = new Thread(InitMethodReference::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
