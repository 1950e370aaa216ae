/**
 * Who is told that a class cannot be initialised knows what its initialiser did before it failed.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitFailsEdge {
    static int data;

    static class A {
        static int x;

        static {
            data = 42;
            if (data == 42) {
                throw new IllegalStateException();
            }
        }
    }

    static void a() {
        try {
            A.x = 1;
            assert false;
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            assert data == 42;
        }
    }

    static void b() {
        try {
            A.x = 1;
            assert false;
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            assert data == 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitFailsEdge::a, "a");
        Thread b = new Thread(InitFailsEdge::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
