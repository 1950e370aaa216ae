/**
 * A group interrupts those of its threads that are alive: one may have been started too late.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class GroupInterrupted {
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread t = new Thread(group, () -> interrupted = Thread.currentThread().isInterrupted());
        Thread other = new Thread(group::interrupt);
        other.start();
        t.start();
        other.join();
        t.join();
        assert interrupted;
    }
}
