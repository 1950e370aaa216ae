/**
 * Counts until it is told to stop: most paths go on for ever, and every execution that ends fails.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError in main
 */
public class CountsUntilStopped {
    static volatile int count;
    static volatile boolean stop;

    public static void main(String[] args) {
        new Thread(() -> stop = true, "stopper").start();
        while (!stop) {
            count++;
        }
        assert count < 0;
    }
}
