/**
 * A thread's exceptions are handled by nobody, and looking for the handler fails.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: java.lang.NullPointerException
 */
public class HandlerIsNull {
    static class Nobody extends Thread {
        @Override public void run() {
            throw new IllegalStateException();
        }

        @Override public UncaughtExceptionHandler getUncaughtExceptionHandler() {
            return null;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Nobody();
        t.start();
        t.join();
    }
}
