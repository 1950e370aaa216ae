/**
 * A daemon that waits for ever does not keep the program alive.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class DaemonWaits {
    public static void main(String[] args) {
        Object never = new Object();
        Thread daemon = new Thread(() -> {
            synchronized (never) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
