import java.util.concurrent.locks.StampedLock;

/**
 * The lock is not reentrant.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: main
 */
public class StampedTwice {
    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        lock.writeLock();
        lock.writeLock();
    }
}
