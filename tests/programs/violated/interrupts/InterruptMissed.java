/**
 * A thread looks for its interrupt once, perhaps too early.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class InterruptMissed {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            assert Thread.interrupted();
        });
        thread.start();
        thread.interrupt();
    }
}
