/**
 * One begins below, the other in the middle.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitMiddle {
    static int count;

    static class C {
        static { count++; }
        static int c = 1;
    }

    static class B extends C {
        static { count++; }
        static int b = c + 1;
    }

    static class A extends B {
        static { count++; }
        static int a = b + 1;
    }

    static void a() {
        assert A.a == 3;
    }

    static void b() {
        assert B.b == 2;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitMiddle::a, "a");
        Thread b = new Thread(InitMiddle::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 3;
    }
}
