/**
 * Whoever finds the class initialised knows what its initialiser wrote, whoever it was.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitFlag {
    static int x;
    static int y;

    static class A {
        static int z = 1;

        static {
            x = 1;
        }
    }

    static class B extends A {
        static {
            y = x + 1;
        }
    }

    static class C extends B {}

    static class D extends C {
        static int w = y;
    }

    static void a() {
        assert D.w == 2;
        assert x == 1 && y == 2;
    }

    static void b() {
        new C();
        assert y == 2 && A.z == 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitFlag::a, "a");
        Thread b = new Thread(InitFlag::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
