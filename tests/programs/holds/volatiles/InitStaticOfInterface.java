/**
 * A static method of an interface initialises it, but not its superinterfaces.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitStaticOfInterface {
    static volatile int count;

    static int count(int by) {
        count = count + by;
        return by;
    }

    interface I {
        int I = count(1);

        default void f() {}
    }

    interface J extends I {
        int J = count(10);

        static void g() {}
    }

    static void a() {
        J.g();
    }

    static void b() {

    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitStaticOfInterface::a, "a");
        Thread b = new Thread(InitStaticOfInterface::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 10;
    }
}
