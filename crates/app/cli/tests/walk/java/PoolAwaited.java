import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Three tasks for the one thread of a pool, which is shut down and awaited for a minute.
 *
 * <p>Expected: holds if no timeout fires early (1 note).
 */
public class PoolAwaited {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 3; i++) {
            pool.submit(done::incrementAndGet);
        }
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("too slow");
        }
        assert done.get() == 3 : done;
    }
}
