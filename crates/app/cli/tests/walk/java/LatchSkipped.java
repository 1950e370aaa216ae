import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A task fails before it counts the latch down: main waits in vain.
 *
 * <p>Expected: violated.
 * <br>Says: exception: java.lang.NumberFormatException
 */
public class LatchSkipped {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            Integer.parseInt("1O");
            latch.countDown();
        }).start();
        if (!latch.await(5, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody came");
        }
    }
}
