/**
 * Either of two threads that start a third one may be the one that fails.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StartedByTwoFails {
    static boolean failed;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        Thread a = new Thread(() -> {
            try {
                t.start();
            } catch (IllegalThreadStateException e) {
                failed = true;
            }
        });
        a.start();
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            return;
        }
        a.join();
        assert !failed;
    }
}
