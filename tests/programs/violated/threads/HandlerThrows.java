/**
 * The handler of an uncaught exception throws another one.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: java.lang.UnsupportedOperationException
 */
public class HandlerThrows {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.setUncaughtExceptionHandler((thread, e) -> {
            throw new UnsupportedOperationException();
        });
        t.start();
        t.join();
    }
}
