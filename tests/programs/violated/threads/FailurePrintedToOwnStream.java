/**
 * An uncaught exception is printed to the stream that the program has set.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Options: --property assertion,deadlock
 */
public class FailurePrintedToOwnStream {
    static volatile int printed;

    public static void main(String[] args) throws InterruptedException {
        System.setErr(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()) {
            @Override public void print(String text) {
                printed++;
            }
        });
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.start();
        t.join();
        assert printed == 0;
    }
}
