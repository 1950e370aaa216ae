import java.util.concurrent.locks.StampedLock;

/**
 * Reads under the read lock.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class StampedRight {
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
        long stamp = lock.readLock();
        assert x == y;
        lock.unlockRead(stamp);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(StampedRight::a, "a");
        Thread b = new Thread(StampedRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
