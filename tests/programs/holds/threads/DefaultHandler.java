/**
 * The default handler deals with what nobody catches, so nothing escapes.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class DefaultHandler {
    static int count;

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> count++);
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("expected");
        });
        thread.start();
        thread.join();
        assert count == 1;
    }
}
