/**
 * A thread that could not initialise a class goes on with others.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitCaught {
    static int data;

    static class Bad {
        static int x = 1 / zero();

        static int zero() {
            return 0;
        }
    }

    static class Good {
        static int x;

        static {
            try {
                x = Bad.x;
            } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
                x = 7;
            }
            data = 1;
        }
    }

    static class Better extends Good {}

    static void a() {
        assert Good.x == 7 && data == 1;
    }

    static void b() {
        new Better();
        assert Good.x == 7 && data == 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitCaught::a, "a");
        Thread b = new Thread(InitCaught::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
