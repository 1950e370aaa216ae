import java.util.concurrent.locks.StampedLock;

/**
 * A stamped lock is not reentrant, also for reading: the compare-and-set of readLock fails if another reader comes in
 * between, and then the thread queues behind a writer that waits for its first read lock.
 *
 * <p>Expected: sc violated, jmm violated.
 */
public class StampedReadTwice {
    static final StampedLock LOCK = new StampedLock();

    public static void main(String[] args) {
        new Thread(() -> {
            long first = LOCK.readLock();
            LOCK.unlockRead(LOCK.readLock());
            LOCK.unlockRead(first);
        }).start();
        new Thread(() -> LOCK.unlockWrite(LOCK.writeLock())).start();
        new Thread(() -> LOCK.unlockRead(LOCK.readLock())).start();
    }
}
