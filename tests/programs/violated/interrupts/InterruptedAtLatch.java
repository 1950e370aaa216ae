import java.util.concurrent.CountDownLatch;

/**
 * Who has looked whether it is interrupted, and was not, goes through a latch that is opened meanwhile, although it is interrupted by then.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InterruptedAtLatch {
    static final CountDownLatch OPEN = new CountDownLatch(1);
    static boolean passed;
    static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(() -> {
            try {
                OPEN.await();
                passed = true;
            } catch (InterruptedException e) {
                return;
            }
            interrupted = Thread.currentThread().isInterrupted();
        });
        waits.start();
        waits.interrupt();
        OPEN.countDown();
        waits.join();
        assert !(passed && interrupted);
    }
}
