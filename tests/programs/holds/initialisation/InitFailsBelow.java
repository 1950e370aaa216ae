/**
 * The same of a subclass of that class, and of a subclass of the subclass.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitFailsBelow {
    static int data;

    static class A {
        static {
            data = 42;
            if (data == 42) {
                throw new IllegalStateException();
            }
        }
    }

    static class B extends A {}

    static class C extends B {
        static int x = 1;
    }

    static void a() {
        try {
            new C();
            assert false;
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            assert data == 42;
        }
    }

    static void b() {
        try {
            new B();
            assert false;
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            assert data == 42;
        }
        try {
            new C();
            assert false;
        } catch (NoClassDefFoundError e) {
            assert data == 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitFailsBelow::a, "a");
        Thread b = new Thread(InitFailsBelow::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
