import java.util.concurrent.locks.ReentrantLock;

/**
 * Who locks a lock takes it first, and says then that it is the owner: in between the lock is locked, and shows nobody.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class OwnerShown {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(LOCK::lock).start();
        if (LOCK.isLocked()) {
            assert !LOCK.toString().endsWith("[Unlocked]");
        }
    }
}
