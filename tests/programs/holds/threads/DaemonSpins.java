/**
 * A daemon that never ends keeps no program alive (JLS 12.8): that is no hang, and executions end while it goes round.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class DaemonSpins {
    static volatile int x;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (true) {
                if (x == 7) throw new AssertionError();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        x = 1;
    }
}
