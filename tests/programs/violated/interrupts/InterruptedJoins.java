/**
 * Who is interrupted and joins a thread throws if that thread is still alive when it looks, and goes on if it is not.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InterruptedJoins {
    public static void main(String[] args) {
        Thread ends = new Thread(() -> { });
        ends.start();
        Thread.currentThread().interrupt();
        boolean thrown = false;
        try {
            ends.join();
        } catch (InterruptedException e) {
            thrown = true;
        }
        assert !thrown;
    }
}
