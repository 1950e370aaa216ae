/**
 * Two initialisers each wait for what only the other thread does.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InitThreadsMeet {
    static volatile int x;

    static class A {
        static int a;

        static {
            synchronized (B.class) {
                a = B.b;
            }
        }
    }

    static class B {
        static int b;

        static {
            synchronized (B.class) {
                b = A.a;
            }
        }
    }

    static void a() {
        int seen = A.a;
    }

    static void b() {
        int seen = B.b;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitThreadsMeet::a, "a");
        Thread b = new Thread(InitThreadsMeet::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
