/**
 * A default handler may be set before a thread fails or too late.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: IllegalStateException
 */
public class HandlerDefault {
    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.start();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> { });
    }
}
