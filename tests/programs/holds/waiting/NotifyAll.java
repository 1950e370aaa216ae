/**
 * Two wait, both are woken.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class NotifyAll {
    static boolean open;
    static final Object lock = new Object();

    static void pass() {
        synchronized (lock) {
            while (!open) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(NotifyAll::pass).start();
        new Thread(NotifyAll::pass).start();
        synchronized (lock) {
            open = true;
            lock.notifyAll();
        }
    }
}
