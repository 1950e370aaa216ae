import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * awaitNanos tells how much of the time is left: another thread may have slept meanwhile, or before.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class TimeLeft {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition SIGNALLED = LOCK.newCondition();

    public static void main(String[] args) throws InterruptedException {
        Thread signals = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            LOCK.lock();
            SIGNALLED.signal();
            LOCK.unlock();
        });
        signals.start();
        LOCK.lock();
        long left = SIGNALLED.awaitNanos(1_000_000_000L);
        LOCK.unlock();
        signals.join();
        assert left > 995_000_000L || left <= 0;
    }
}
