import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is not unlocked.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class LockForgotten {
    static final ReentrantLock lock = new ReentrantLock();

    static void a() {
        lock.lock();
        lock.lock();
        lock.unlock();
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(LockForgotten::a, "a");
        Thread b = new Thread(LockForgotten::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
