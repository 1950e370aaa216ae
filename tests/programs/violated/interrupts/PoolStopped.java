import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A pool is shut down first, and its threads are interrupted then.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class PoolStopped {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            assert !pool.isShutdown() || Thread.currentThread().isInterrupted();
        });
        pool.shutdownNow();
    }
}
