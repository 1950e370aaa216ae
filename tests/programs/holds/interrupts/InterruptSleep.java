/**
 * A sleep ends by the interrupt, or the interrupt comes after it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InterruptSleep {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        thread.start();
        thread.interrupt();
        thread.join();
    }
}
