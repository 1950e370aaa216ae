/**
 * An array of a class does not initialise it, nor does a static method that it inherits initialise the heir.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitArrays {
    static volatile int count;

    static class B {
        static {
            count = 1;
        }

        static void f() {}
    }

    static class A extends B {
        static {
            count = 2;
        }
    }

    static void a() {
        A[] all = new A[1];
        assert all[0] == null;
    }

    static void b() {
        A.f();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitArrays::a, "a");
        Thread b = new Thread(InitArrays::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 1;
    }
}
