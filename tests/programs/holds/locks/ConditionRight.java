import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who waits looks before.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ConditionRight {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static boolean open;

    static void a() {
        lock.lock();
        while (!open) {
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
        Thread a = new Thread(ConditionRight::a, "a");
        Thread b = new Thread(ConditionRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
