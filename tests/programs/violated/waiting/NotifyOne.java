/**
 * Two wait, one is woken; the other waits for ever.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: first waits
 */
public class NotifyOne {
    static int waiting;
    static final Object lock = new Object();

    static void sleep() {
        synchronized (lock) {
            waiting++;
            try {
                lock.wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(NotifyOne::sleep, "first").start();
        new Thread(NotifyOne::sleep, "second").start();
        while (true) {
            synchronized (lock) {
                if (waiting == 2) {
                    lock.notify();
                    break;
                }
            }
        }
    }
}
