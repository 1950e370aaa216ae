/**
 * Time passes while another thread sleeps, also between two looks of a thread that does not.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class SleepSeen {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        sleeper.start();
        long before = System.nanoTime();
        long after = System.nanoTime();
        sleeper.join();
        assert after - before < 1_000_000_000L;
    }
}
