import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * tryLock fails while another holds the lock.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LockTried {
    static final ReentrantLock lock = new ReentrantLock();
    static int x;
    static final AtomicInteger entered = new AtomicInteger();

    static void a() {
        if (lock.tryLock()) {
            x++;
            entered.incrementAndGet();
            lock.unlock();
        }
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(LockTried::a, "a");
        Thread b = new Thread(LockTried::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == entered.get() && x >= 1;
    }
}
