import thinair.Thinair;

/**
 * The program may end before or after the other thread has written.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ExitOutcomes {
    static volatile int v;

    public static void main(String[] args) {
        new Thread(() -> {
            v = 1;
            v = 2;
        }).start();
        Thinair.observe("v", v);
        System.exit(0);
    }
}
