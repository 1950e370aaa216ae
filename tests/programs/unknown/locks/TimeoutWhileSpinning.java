import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The timeout fires while main goes round: that others can move must not keep it from firing for ever.
 *
 * <p>Expected: sc unknown, jmm unknown, race no.
 *
 * <p>Options: --timeouts last
 */
public class TimeoutWhileSpinning {
    static volatile boolean failed;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread other = new Thread(() -> {
            try {
                failed = !lock.tryLock(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        while (!failed) {
            Thread.onSpinWait();
        }
        assert !failed;
    }
}
