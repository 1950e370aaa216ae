import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Nobody shuts the pool down: all that was to be done is done, but the program does not end.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>Says: note: idle: pool-1-thread-1 has nothing to do
 */
public class PoolIdle {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> answer = pool.submit(() -> 42);
        assert answer.get() == 42;
    }
}
