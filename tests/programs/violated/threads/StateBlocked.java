/**
 * The state of a thread tells that another holds the monitor it wants, however little that one does with it.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: blocked
 */
public class StateBlocked {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Runnable passes = () -> {
            synchronized (LOCK) {
            }
        };
        Thread one = new Thread(passes);
        Thread other = new Thread(passes);
        one.start();
        other.start();
        assert one.getState() != Thread.State.BLOCKED : "blocked";
        one.join();
        other.join();
    }
}
