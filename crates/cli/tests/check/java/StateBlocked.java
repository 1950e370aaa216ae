/**
 * Who comes to a monitor that is taken is seen running or blocked.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StateBlocked {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
            }
        });
        synchronized (LOCK) {
            t.start();
            assert t.getState() != Thread.State.BLOCKED;
        }
        t.join();
    }
}
