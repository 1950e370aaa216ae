import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A task waits for another task of the pool, whose only thread it occupies; another pool is merely idle.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class PoolWaitsForItself {
    public static void main(String[] args) throws Exception {
        Executors.newSingleThreadExecutor().execute(() -> { });
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> pool.submit(() -> 42).get());
    }
}
