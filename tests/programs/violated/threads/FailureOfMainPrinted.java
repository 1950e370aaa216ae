/**
 * The uncaught exception of the main thread is printed while others run: its text enters a monitor.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Options: --property assertion,deadlock
 */
public class FailureOfMainPrinted {
    static class Locking extends RuntimeException {
        @Override public String toString() {
            synchronized (FailureOfMainPrinted.class) {
                return "locked";
            }
        }
    }

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            synchronized (FailureOfMainPrinted.class) {
                try {
                    main.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }).start();
        throw new Locking();
    }
}
