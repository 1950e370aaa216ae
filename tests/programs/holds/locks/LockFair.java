import java.util.concurrent.locks.ReentrantLock;

/**
 * A fair lock excludes, and enters again.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LockFair {
    static final ReentrantLock lock = new ReentrantLock(true);
    static int x;

    static void a() {
        lock.lock();
        lock.lock();
        x++;
        lock.unlock();
        lock.unlock();
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(LockFair::a, "a");
        Thread b = new Thread(LockFair::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == 2;
    }
}
