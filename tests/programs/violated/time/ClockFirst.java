/**
 * Whichever of two threads looks at the clock first sees the earlier time: either may be.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ClockFirst {
    static long first;
    static long second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> first = System.nanoTime());
        Thread two = new Thread(() -> second = System.nanoTime());
        one.start();
        two.start();
        one.join();
        two.join();
        assert first < second;
    }
}
