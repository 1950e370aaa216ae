/**
 * An assertion fails in the handler of an exception that nobody catches. The machine ignores what leaves a handler (Thread.UncaughtExceptionHandler), and
 * still it has failed. Other exceptions of handlers are ignored.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError: handled in Thread-0
 */
public class HandlerAsserts {
    public static void main(String[] args) throws InterruptedException {
        Thread fails = new Thread(() -> { throw new IllegalStateException(); });
        fails.setUncaughtExceptionHandler((thread, thrown) -> { throw new AssertionError("handled"); });
        Thread ignored = new Thread(() -> { throw new IllegalStateException(); });
        ignored.setUncaughtExceptionHandler((thread, thrown) -> { throw new IllegalArgumentException(); });
        fails.start();
        ignored.start();
        fails.join();
        ignored.join();
    }
}
