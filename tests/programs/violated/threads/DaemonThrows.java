import thinair.Thinair;

/**
 * The program may end before a daemon fails.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class DaemonThrows {
    static volatile int v;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            v = 1;
            throw new IllegalStateException();
        });
        daemon.setDaemon(true);
        daemon.start();
        Thinair.observe("v", v);
    }
}
