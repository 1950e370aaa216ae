/**
 * Class.forName of two threads.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitForName {
    static int data;

    static class A {
        static {
            data = 42;
        }
    }

    static void load() {
        try {
            Class.forName("InitForName$A");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        assert data == 42;
    }

    static void a() {
        load();
    }

    static void b() {
        load();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitForName::a, "a");
        Thread b = new Thread(InitForName::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
