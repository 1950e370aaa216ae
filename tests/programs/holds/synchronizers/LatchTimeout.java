import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Nobody counts down; await gives up after a while.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LatchTimeout {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        assert !latch.await(1, TimeUnit.SECONDS);
    }
}
