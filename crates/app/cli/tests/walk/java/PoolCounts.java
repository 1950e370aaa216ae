import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Three tasks of a pool share a plain counter.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class PoolCounts {
    static int done;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) {
            pool.submit(() -> {
                done++;
            });
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        assert done == 3 : done;
    }
}
