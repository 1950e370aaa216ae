/**
 * A handler that is set before a thread fails is called; what it did is seen by who joins the thread.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class HandlerCalled {
    static volatile boolean set;
    static int handled;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!set) {
                Thread.onSpinWait();
            }
            throw new IllegalStateException();
        });
        t.start();
        t.setUncaughtExceptionHandler((thread, e) -> handled++);
        set = true;
        t.join();
        assert handled == 1;
    }
}
