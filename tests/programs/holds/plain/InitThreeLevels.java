/**
 * Three levels of classes are initialised once, from the top, by whoever comes first.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitThreeLevels {
    static class C {
        static int c = 1;
    }

    static class B extends C {
        static int b = c + 1;
    }

    static class A extends B {
        static int a = b + 1;
    }

    static class D extends A {
        static int d = a + 1;
    }

    static void a() {
        assert D.d == 4;
    }

    static void b() {
        assert A.a == 3;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitThreeLevels::a, "a");
        Thread b = new Thread(InitThreeLevels::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
