/**
 * Both are told, and neither waits for ever.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitErrorTwice {
    static final java.util.concurrent.atomic.AtomicInteger first = new java.util.concurrent.atomic.AtomicInteger();
    static final java.util.concurrent.atomic.AtomicInteger second = new java.util.concurrent.atomic.AtomicInteger();

    interface I {
        int I = Integer.parseInt("x");

        default void f() {}
    }

    static class B implements I {}

    static class A extends B {}

    static void use() {
        try {
            new A();
        } catch (ExceptionInInitializerError e) {
            first.incrementAndGet();
        } catch (NoClassDefFoundError e) {
            second.incrementAndGet();
        }
    }

    static void a() {
        use();
        use();
    }

    static void b() {
        use();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitErrorTwice::a, "a");
        Thread b = new Thread(InitErrorTwice::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert first.get() == 1 && second.get() == 2;
    }
}
