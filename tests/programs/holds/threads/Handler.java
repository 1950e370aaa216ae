/**
 * The thread's own handler deals with what nobody catches, so nothing escapes.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Handler {
    static volatile String seen;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("expected");
        });
        thread.setUncaughtExceptionHandler((t, e) -> seen = e.getMessage());
        thread.start();
        thread.join();
        assert seen.equals("expected");
    }
}
