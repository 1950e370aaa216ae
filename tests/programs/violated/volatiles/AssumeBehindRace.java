import thinair.Thinair;

/**
 * What is assumed comes true only behind a data race, at which the race check stops.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class AssumeBehindRace {
    static int x;
    static volatile int v;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start();
        new Thread(() -> {
            int seen = x;
            v = 1;
        }).start();
        new Thread(() -> {
            Thinair.assume(v == 1);
            assert false;
        }).start();
    }
}
