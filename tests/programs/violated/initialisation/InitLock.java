/**
 * An initialiser takes a lock that another thread holds when it comes to the class.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InitLock {
    static final Object lock = new Object();

    static class A {
        static int x;

        static {
            synchronized (lock) {
                x = 1;
            }
        }
    }

    static void a() {
        int seen = A.x;
    }

    static void b() {
        synchronized (lock) {
            int seen = A.x;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitLock::a, "a");
        Thread b = new Thread(InitLock::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
