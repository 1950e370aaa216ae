import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Somebody writes under the read lock, which does not exclude others.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ReadWriteLockWrong {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x;

    static void a() {
        lock.readLock().lock();
        x++;
        lock.readLock().unlock();
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ReadWriteLockWrong::a, "a");
        Thread b = new Thread(ReadWriteLockWrong::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == 2;
    }
}
