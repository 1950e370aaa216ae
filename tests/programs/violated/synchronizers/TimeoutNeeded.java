import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Nobody counts down, so that the timeout fires, also where timeouts come last.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 *
 * <p>Options: --timeouts last
 */
public class TimeoutNeeded {
    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        assert never.await(5, TimeUnit.SECONDS) : "timed out";
    }
}
