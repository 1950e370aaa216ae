/**
 * Whether a thread is a daemon is decided when it is started: a daemon may wait for ever.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: deadlock
 */
public class DaemonDecided {
    static volatile Thread t;

    public static void main(String[] args) {
        Object lock = new Object();
        t = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        new Thread(() -> {
            try {
                t.setDaemon(true);
            } catch (IllegalThreadStateException e) {
                // Too late.
            }
        }).start();
        t.start();
    }
}
