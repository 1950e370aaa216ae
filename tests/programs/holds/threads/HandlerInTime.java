/**
 * A handler that a thread sets itself is set when it fails.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class HandlerInTime {
    static int handled;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> handled++);
            throw new IllegalStateException();
        });
        t.start();
        t.join();
        assert handled == 1;
    }
}
