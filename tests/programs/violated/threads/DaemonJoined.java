/**
 * Whoever waits for a daemon that never ends waits for ever.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class DaemonJoined {
    static volatile boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread daemon = new Thread(() -> {
            while (!go) Thread.onSpinWait();
        });
        daemon.setDaemon(true);
        daemon.start();
        daemon.join();
    }
}
