/**
 * Who begins to wait on a thread that has ended is woken by nobody.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: deadlock
 */
public class EndMissed {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        t.start();
        synchronized (t) {
            t.wait();
        }
    }
}
