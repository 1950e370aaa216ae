/**
 * Who is interrupted before it is started knows it when it runs, and may be interrupted later as well.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InterruptBeforeStart {
    static volatile Thread t;

    public static void main(String[] args) {
        t = new Thread(() -> {
            assert !Thread.currentThread().isInterrupted();
        });
        new Thread(() -> t.interrupt()).start();
        t.start();
    }
}
