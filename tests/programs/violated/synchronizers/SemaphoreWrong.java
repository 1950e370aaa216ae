import java.util.concurrent.Semaphore;

/**
 * A semaphore of two permits does not exclude.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class SemaphoreWrong {
    static final Semaphore two = new Semaphore(2);
    static int x;

    static void a() {
        two.acquireUninterruptibly();
        x++;
        two.release();
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(SemaphoreWrong::a, "a");
        Thread b = new Thread(SemaphoreWrong::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == 2;
    }
}
