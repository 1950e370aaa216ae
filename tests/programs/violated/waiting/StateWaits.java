/**
 * Who has told that it is about to wait need not wait yet.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StateWaits {
    static volatile boolean ready;

    public static void main(String[] args) {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                try {
                    lock.wait(100);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        t.start();
        if (ready) {
            assert t.getState() == Thread.State.TIMED_WAITING;
        }
    }
}
