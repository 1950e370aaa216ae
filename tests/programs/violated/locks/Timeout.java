import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A timeout may fire at any time, also when others could still go on.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class Timeout {
    static final ReentrantLock lock = new ReentrantLock();

    static void a() {
        lock.lock();
        lock.unlock();
    }

    static void b() {
        try {
            assert lock.tryLock(1, TimeUnit.DAYS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Timeout::a, "a");
        Thread b = new Thread(Timeout::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
