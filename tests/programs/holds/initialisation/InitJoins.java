/**
 * An initialiser starts a thread that does not need the class, and waits for it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitJoins {
    static int data;

    static void set() {
        data = 1;
    }

    static class A {
        static int x;

        static {
            Thread t = new Thread(InitJoins::set);
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            x = data;
        }
    }

    static void a() {
        assert A.x == 1;
    }

    static void b() {
        assert A.x == 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitJoins::a, "a");
        Thread b = new Thread(InitJoins::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
