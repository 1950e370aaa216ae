import java.util.concurrent.locks.StampedLock;

/**
 * Reads that are validated. The fence of validate is outside the JLS, so that the JMM leaves it open.
 *
 * <p>Expected: sc holds, jmm unknown, race yes.
 */
public class StampedOptimistic {
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
        long stamp = lock.tryOptimisticRead();
        int first = x;
        int second = y;
        assert stamp == 0 || !lock.validate(stamp) || first == second;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(StampedOptimistic::a, "a");
        Thread b = new Thread(StampedOptimistic::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
