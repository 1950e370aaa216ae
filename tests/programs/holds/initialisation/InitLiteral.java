/**
 * A class literal does not initialise; Class.forName does.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitLiteral {
    static volatile int count;

    static class A {
        static {
            count = count + 1;
        }
    }

    static class B {
        static {
            count = count + 1;
        }
    }

    static void a() {
        String name = A.class.getName();
        assert name.endsWith("A");
    }

    static void b() {
        try {
            Class.forName(B.class.getName());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitLiteral::a, "a");
        Thread b = new Thread(InitLiteral::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 1;
    }
}
