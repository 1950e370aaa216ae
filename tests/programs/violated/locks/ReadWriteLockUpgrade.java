import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Two hold the read lock and want the write lock.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class ReadWriteLockUpgrade {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    static void a() {
        lock.readLock().lock();
        lock.writeLock().lock();
    }

    static void b() {}

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ReadWriteLockUpgrade::a, "a");
        Thread b = new Thread(ReadWriteLockUpgrade::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
