import java.util.concurrent.locks.StampedLock;

/**
 * Reads that nobody validates.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class StampedWrong {
    static final StampedLock lock = new StampedLock();
    static int x;
    static int y;

    static void a() {
        long stamp = lock.writeLock();
        x = 1;
        y = 1;
        lock.unlockWrite(stamp);
    }

    static void b() {
        lock.tryOptimisticRead();
        assert x == y;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(StampedWrong::a, "a");
        Thread b = new Thread(StampedWrong::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
