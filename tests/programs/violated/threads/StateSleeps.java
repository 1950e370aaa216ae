/**
 * Who sleeps may be seen doing so.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StateSleeps {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        assert t.getState() != Thread.State.TIMED_WAITING;
    }
}
