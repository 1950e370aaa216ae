/**
 * A thread overrides the method that says who handles its exceptions.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class HandlerGetterOverridden {
    static class Quiet extends Thread {
        @Override public void run() {
            throw new IllegalStateException();
        }

        @Override public UncaughtExceptionHandler getUncaughtExceptionHandler() {
            return (thread, e) -> { };
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Quiet();
        t.start();
        t.join();
    }
}
