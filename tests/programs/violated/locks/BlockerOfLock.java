import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who waits for a lock is parked on it, and may be seen so.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class BlockerOfLock {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread t = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        lock.lock();
        t.start();
        Object blocker = LockSupport.getBlocker(t);
        lock.unlock();
        assert blocker == null;
    }
}
