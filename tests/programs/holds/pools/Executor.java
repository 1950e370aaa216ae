import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Tasks of a pool, and what they return.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Executor {
    static int x;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> first = pool.submit(() -> ++x);
        assert first.get() == 1 && x == 1;
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.DAYS) || x == 1;
    }
}
