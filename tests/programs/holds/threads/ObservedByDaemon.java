import thinair.Thinair;

/**
 * The program may end before, between and after what a daemon says of the outcome.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ObservedByDaemon {
    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            Thinair.observe("first", 1);
            Thinair.observe("second", 2);
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
