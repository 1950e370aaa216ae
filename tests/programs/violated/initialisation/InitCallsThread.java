/**
 * An initialiser starts a thread that needs the class, and waits for it: nobody gets on.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InitCallsThread {
    static class A {
        static int x;

        static {
            Thread t = new Thread(() -> x = 1);
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static void a() {
        A.x++;
    }

    static void b() {

    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitCallsThread::a, "a");
        Thread b = new Thread(InitCallsThread::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
