import java.util.concurrent.Executors;

/**
 * Nobody shuts the pool down: its thread waits for ever.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: idle: pool-1-thread-1
 *
 * <p>Options: --property idle
 */
public class ExecutorNotEnded {
    public static void main(String[] args) {
        Executors.newSingleThreadExecutor().execute(() -> {});
    }
}
