import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two tasks on a pool of two threads, and a plain counter, which is broken: both may read it before either writes it.
 *
 * <p>Property: no increment is lost, and the pool ends.
 * <br>Expected: sc violated, jmm violated, race yes.
 */
public class ExecutorCounterPlain {
    static int counter;

    static void count() {
        counter++;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> first = pool.submit(ExecutorCounterPlain::count);
        Future<?> second = pool.submit(ExecutorCounterPlain::count);
        pool.shutdown();
        first.get();
        second.get();
        assert counter == 2 : counter;
    }
}
