/**
 * The lock is on another object for each thread: a boxed number that changes.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError: 1
 */
public class LockOnNumber {
    static Integer count = 0;

    static void increment() {
        synchronized (count) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(LockOnNumber::increment);
        Thread second = new Thread(LockOnNumber::increment);
        first.start();
        second.start();
        first.join();
        second.join();
        assert count == 2 : count;
    }
}
