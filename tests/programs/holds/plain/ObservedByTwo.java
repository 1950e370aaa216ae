import thinair.Thinair;

/**
 * Two threads observe one part of the outcome: either may come last.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>Says: x=1
 */
public class ObservedByTwo {
    static volatile int first;
    static volatile int second;

    public static void main(String[] args) {
        new Thread(() -> {
            first = 1;
            Thinair.observe("x", 1);
        }).start();
        new Thread(() -> {
            second = 1;
            Thinair.observe("x", 2);
        }).start();
    }
}
