/**
 * Who looks for the handler of a thread may see it set or not.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>With 21: race no.
 */
public class HandlerSeen {
    public static void main(String[] args) {
        Thread t = new Thread(() -> Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> { }));
        t.start();
        Thread.UncaughtExceptionHandler handler = t.getUncaughtExceptionHandler();
        assert handler == null || handler instanceof ThreadGroup;
    }
}
