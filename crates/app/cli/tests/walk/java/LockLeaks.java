import java.util.concurrent.locks.ReentrantLock;

/**
 * unlock is not reached when the account has too little: the next one waits for ever.
 *
 * <p>Expected: violated.
 * <br>Says: deadlock:
 */
public class LockLeaks {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance = 10;

    boolean withdraw(int amount) {
        lock.lock();
        if (amount > balance) {
            return false;
        }
        balance -= amount;
        lock.unlock();
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        LockLeaks account = new LockLeaks();
        Thread first = new Thread(() -> account.withdraw(10), "first");
        Thread second = new Thread(() -> account.withdraw(5), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !account.withdraw(10);
    }
}
