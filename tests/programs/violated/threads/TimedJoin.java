/**
 * A join with a timeout ends by itself, and the thread may live on.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError in main
 */
public class TimedJoin {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join(10);
        assert !thread.isAlive();
    }
}
