import java.util.concurrent.locks.ReentrantLock;

/**
 * Somebody unlocks what another has locked.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: exception: java.lang.IllegalMonitorStateException in a
 */
public class LockNotOwned {
    static final ReentrantLock lock = new ReentrantLock();

    static void a() {
        lock.unlock();
    }

    static void b() {}

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(LockNotOwned::a, "a");
        Thread b = new Thread(LockNotOwned::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
