import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who waits does not look before: the signal may be gone.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class ConditionLost {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static boolean open;

    static void a() {
        lock.lock();
        {
            changed.awaitUninterruptibly();
        }
        lock.unlock();
    }

    static void b() {
        lock.lock();
        open = true;
        changed.signal();
        lock.unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ConditionLost::a, "a");
        Thread b = new Thread(ConditionLost::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
