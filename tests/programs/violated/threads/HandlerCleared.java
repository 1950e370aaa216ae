/**
 * A handler may be cleared before a thread fails.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: IllegalStateException
 */
public class HandlerCleared {
    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.setUncaughtExceptionHandler((thread, e) -> { });
        t.start();
        t.setUncaughtExceptionHandler(null);
    }
}
