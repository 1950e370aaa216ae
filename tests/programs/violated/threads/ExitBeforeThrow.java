import thinair.Thinair;

/**
 * The program may be exited between what a thread observes and its failure.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ExitBeforeThrow {
    static volatile int v;

    public static void main(String[] args) {
        new Thread(() -> {
            v = 1;
            throw new IllegalStateException();
        }).start();
        Thinair.observe("v", v);
        System.exit(0);
    }
}
