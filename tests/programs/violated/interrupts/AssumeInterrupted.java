import thinair.Thinair;

/**
 * Who assumes that it was interrupted may have been.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class AssumeInterrupted {
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> {
            Thinair.assume(Thread.currentThread().isInterrupted());
            assert false;
        }, "a");
        a.start();
        a.interrupt();
    }
}
