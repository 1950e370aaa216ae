import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Another thread may sleep after a thread has found out how long to wait and before it waits: then less than nothing is left.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class TimeOverrun {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition NEVER = LOCK.newCondition();

    public static void main(String[] args) throws InterruptedException {
        Thread sleeps = new Thread(() -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        sleeps.start();
        LOCK.lock();
        long left = NEVER.awaitNanos(30_000_000);
        LOCK.unlock();
        sleeps.join();
        assert left > -10_000_000;
    }
}
