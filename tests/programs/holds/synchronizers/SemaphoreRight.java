import java.util.concurrent.Semaphore;

/**
 * A semaphore of one permit excludes.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class SemaphoreRight {
    static final Semaphore one = new Semaphore(1);
    static int x;

    static void a() {
        one.acquireUninterruptibly();
        x++;
        one.release();
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(SemaphoreRight::a, "a");
        Thread b = new Thread(SemaphoreRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == 2;
    }
}
