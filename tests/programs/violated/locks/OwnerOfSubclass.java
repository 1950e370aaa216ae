import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * A lock of the program's own keeps its owner in the field that it inherits, which is plain: who reads it without the lock races, and may see it or not.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class OwnerOfSubclass {
    static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            boolean taken = compareAndSetState(0, 1);
            if (taken) {
                setExclusiveOwnerThread(Thread.currentThread());
            }
            return taken;
        }

        Thread owner() {
            return getExclusiveOwnerThread();
        }
    }

    static final Mutex MUTEX = new Mutex();

    public static void main(String[] args) {
        new Thread(() -> MUTEX.acquire(1)).start();
        assert MUTEX.owner() == null;
    }
}
