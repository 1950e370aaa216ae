/**
 * A thread that is interrupted after it has entered the wait set, and before it has left the monitor, leaves the wait set (JLS 17.2.1). Others see more of
 * such a thread if somebody asks for its state.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InterruptInWait {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread waits = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                    assert false : "nobody notifies";
                } catch (InterruptedException e) {
                    // As it should be.
                }
            }
        });
        waits.start();
        waits.getState();
        waits.interrupt();
    }
}
