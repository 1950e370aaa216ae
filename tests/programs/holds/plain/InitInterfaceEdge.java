/**
 * What the initialiser of a superinterface did is known to whoever uses the class.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitInterfaceEdge {
    static int data;

    interface I {
        Object i = set();

        default void f() {}

        static Object set() {
            data = 42;
            return null;
        }
    }

    static class A implements I {}

    static void a() {
        new A();
        assert data == 42;
    }

    static void b() {
        new A();
        assert data == 42;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitInterfaceEdge::a, "a");
        Thread b = new Thread(InitInterfaceEdge::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
