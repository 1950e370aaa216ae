/**
 * A daemon computes for so long before its first action that it is not followed: what it would do after that is not known, though the program may end before.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Today: sc unknown, jmm unknown
 */
public class DaemonComputes {
    static volatile int done;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            int sum = 0;
            for (int i = 0; i < 60_000_000; i++) {
                sum += i;
            }
            done = 1 | sum;
        });
        daemon.setDaemon(true);
        daemon.start();
        assert done == 0;
    }
}
