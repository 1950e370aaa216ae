import java.util.concurrent.Semaphore;

/**
 * Nobody gives the permit back.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class SemaphoreNotGiven {
    static final Semaphore one = new Semaphore(1);

    static void a() {
        one.acquireUninterruptibly();
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(SemaphoreNotGiven::a, "a");
        Thread b = new Thread(SemaphoreNotGiven::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
