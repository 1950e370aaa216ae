/**
 * A handler may be set before a thread fails or too late.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class HandlerSet {
    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.start();
        t.setUncaughtExceptionHandler((thread, e) -> { });
    }
}
