/**
 * The same of a superclass of a class without an initialiser.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitSuperEdge {
    static int data;

    static class B {
        static {
            data = 42;
        }
    }

    static class A extends B {}

    static void a() {
        new A();
        assert data == 42;
    }

    static void b() {
        new A();
        assert data == 42;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitSuperEdge::a, "a");
        Thread b = new Thread(InitSuperEdge::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
