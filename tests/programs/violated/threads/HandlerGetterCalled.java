/**
 * The method that says who handles a thread's exceptions is called when it fails.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Options: --property assertion,deadlock
 */
public class HandlerGetterCalled {
    static volatile boolean called;

    static class Asked extends Thread {
        @Override public void run() {
            throw new IllegalStateException();
        }

        @Override public UncaughtExceptionHandler getUncaughtExceptionHandler() {
            called = true;
            return (thread, e) -> { };
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Asked();
        t.start();
        t.join();
        assert !called;
    }
}
