import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A task waits for another one in a pool of one thread.
 *
 * <p>Expected: violated.
 * <br>Says: deadlock: main
 */
public class PoolStarved {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> outer = pool.submit(() -> {
            Future<Integer> inner = pool.submit(() -> 42);
            return inner.get();
        });
        System.out.println(outer.get());
        pool.shutdown();
    }
}
