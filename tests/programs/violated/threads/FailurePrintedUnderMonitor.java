/**
 * An uncaught exception is printed under the monitor of System.err, which the thread that waits holds.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Options: --property assertion,deadlock
 */
public class FailurePrintedUnderMonitor {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        synchronized (System.err) {
            t.start();
            t.join();
        }
    }
}
