/**
 * An exception escapes from a thread.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: exception: java.lang.IllegalStateException: on purpose in worker
 */
public class Uncaught {
    public static void main(String[] args) {
        new Thread(() -> {
            throw new IllegalStateException("on purpose");
        }, "worker").start();
    }
}
