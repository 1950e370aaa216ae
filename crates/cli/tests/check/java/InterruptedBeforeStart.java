/**
 * An interrupt of a thread that is started later is not lost.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InterruptedBeforeStart {
    static volatile Thread t;

    public static void main(String[] args) throws InterruptedException {
        t = new Thread(() -> {
            try {
                Thread.sleep(10);
                assert false;
            } catch (InterruptedException e) {
                // As it must be.
            }
        });
        Thread other = new Thread(() -> {
            t.interrupt();
            assert t.isInterrupted();
        });
        other.start();
        other.join();
        t.start();
    }
}
