import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What a task throws is kept in its future and escapes from nowhere.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ExecutorSwallows {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> {
            throw new IllegalStateException();
        });
        pool.shutdown();
    }
}
