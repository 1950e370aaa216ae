import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * shutdown does not wait for the tasks.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class PoolNotAwaited {
    public static void main(String[] args) {
        AtomicInteger done = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 3; i++) {
            pool.submit(done::incrementAndGet);
        }
        pool.shutdown();
        assert done.get() == 3 : done;
    }
}
