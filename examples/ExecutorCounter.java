import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two tasks on a pool of two threads, and an atomic counter, which is right.
 *
 * <p>Property: no increment is lost, and the pool ends.
 * <br>Expected: sc holds, jmm holds, race no.
 * <br>With 25: left out.
 */
public class ExecutorCounter {
    static final AtomicInteger counter = new AtomicInteger();

    static void count() {
        counter.incrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> first = pool.submit(ExecutorCounter::count);
        Future<?> second = pool.submit(ExecutorCounter::count);
        pool.shutdown();
        first.get();
        second.get();
        assert counter.get() == 2 : counter.get();
    }
}
