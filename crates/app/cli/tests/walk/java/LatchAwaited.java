import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Two threads count a latch down, and main waits for five seconds at most.
 *
 * <p>Expected: holds if no timeout fires early (1 note).
 */
public class LatchAwaited {
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(() -> {
            a = 1;
            latch.countDown();
        }).start();
        new Thread(() -> {
            b = 1;
            latch.countDown();
        }).start();
        if (!latch.await(5, TimeUnit.SECONDS)) {
            throw new AssertionError("too slow");
        }
        assert a + b == 2;
    }
}
