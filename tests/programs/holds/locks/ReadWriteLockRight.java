import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Writers write under the write lock.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ReadWriteLockRight {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x;
    static int y;

    static void a() {
        lock.writeLock().lock();
        x = 1;
        y = 1;
        lock.writeLock().unlock();
    }

    static void b() {
        lock.readLock().lock();
        assert x == y;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ReadWriteLockRight::a, "a");
        Thread b = new Thread(ReadWriteLockRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
