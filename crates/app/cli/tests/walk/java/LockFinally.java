import java.util.concurrent.locks.ReentrantLock;

/**
 * unlock in finally.
 *
 * <p>Expected: holds.
 */
public class LockFinally {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance = 10;

    boolean withdraw(int amount) {
        lock.lock();
        try {
            if (amount > balance) {
                return false;
            }
            balance -= amount;
            return true;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LockFinally account = new LockFinally();
        Thread first = new Thread(() -> account.withdraw(10), "first");
        Thread second = new Thread(() -> account.withdraw(5), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !account.withdraw(10);
    }
}
