import thinair.Thinair;

/**
 * Every execution is discarded: nothing is shown, and nothing holds.
 *
 * <p>Expected: sc unknown, jmm unknown, race no.
 *
 * <p>Says: because no execution finished.
 */
public class NothingFinishes {
    static volatile int x;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start();
        Thinair.assume(x == 7);
        assert false;
    }
}
