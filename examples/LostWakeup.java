/**
 * A notification that comes before the wait, which is broken: the condition is looked at outside of the lock.
 *
 * <p>The waiter sees that nothing is ready; then the other thread makes it ready and notifies nobody; then the waiter waits for ever. {@code java}
 * may hang here, very rarely. The repair is to look at the condition in a loop with the lock held.
 *
 * <p>Property: nobody waits for ever.
 * <br>Expected: sc violated, jmm violated, race no.
 */
public class LostWakeup {
    static final Object monitor = new Object();
    static volatile boolean ready;

    static void await() {
        if (!ready) {
            synchronized (monitor) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    static void announce() {
        ready = true;
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(LostWakeup::await, "waiter");
        Thread announcer = new Thread(LostWakeup::announce, "announcer");
        waiter.start();
        announcer.start();
        waiter.join();
        announcer.join();
    }
}
