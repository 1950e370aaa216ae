/**
 * A sleep that was over before the interrupt is not interrupted, also where somebody asks for the state of the thread.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class SleepInterrupted {
    static volatile int written;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeps = new Thread(() -> {
            try {
                Thread.sleep(5);
                seen = written;
            } catch (InterruptedException e) {
                seen = -1;
            }
        });
        sleeps.start();
        sleeps.interrupt();
        written = 1;
        sleeps.getState();
        sleeps.join();
        assert seen != 1;
    }
}
