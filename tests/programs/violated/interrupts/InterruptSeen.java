/**
 * Whether a thread was interrupted that is not started yet depends on who comes first.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InterruptSeen {
    static volatile Thread t;

    public static void main(String[] args) {
        t = new Thread(() -> { });
        new Thread(() -> t.interrupt()).start();
        assert !t.isInterrupted();
    }
}
