import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tries to get a lock until it succeeds, with a timeout each time.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class TryLockLoop {
    static int count;

    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Runnable increments = () -> {
            try {
                while (!lock.tryLock(1, TimeUnit.SECONDS)) {
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            try {
                count++;
            } finally {
                lock.unlock();
            }
        };
        Thread a = new Thread(increments, "a");
        Thread b = new Thread(increments, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2;
    }
}
