/**
 * Who was notified is blocked as long as the monitor is taken.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class StateReturns {
    static final Object LOCK = new Object();
    static boolean waits;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
                waits = true;
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        t.start();
        synchronized (LOCK) {
            if (waits) {
                assert t.getState() == Thread.State.WAITING;
                LOCK.notify();
                assert t.getState() == Thread.State.BLOCKED;
            } else {
                System.exit(0);
            }
        }
    }
}
