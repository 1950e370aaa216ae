import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Waits long enough for what is done at once: right, unless a timeout fires while others could still go on.
 *
 * <p>Expected: sc holds if no timeout fires early, jmm holds if no timeout fires early, race no.
 *
 * <p>Options: --timeouts last
 */
public class TimeoutLast {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(done::countDown);
        pool.shutdown();
        assert done.await(5, TimeUnit.SECONDS) : "timed out";
        assert pool.awaitTermination(1, TimeUnit.MINUTES) : "not terminated";
    }
}
