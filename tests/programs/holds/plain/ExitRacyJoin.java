/**
 * The same where nobody waits on a monitor.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class ExitRacyJoin {
    static int x;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start();
        int seen = x;
        assert seen < 2;
        System.exit(0);
    }
}
