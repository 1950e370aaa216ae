/**
 * Whether a thread was interrupted is asked while it ends.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InterruptedLooked {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> v = 1, "a");
        Thread b = new Thread(() -> {
            a.isInterrupted();
            a.interrupt();
            a.isInterrupted();
        }, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
