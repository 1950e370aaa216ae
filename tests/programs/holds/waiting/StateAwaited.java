/**
 * A loop that waits until a thread waits ends, and a look in between may find it running.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class StateAwaited {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        synchronized (lock) {
            lock.notify();
        }
        t.join();
        assert t.getState() == Thread.State.TERMINATED;
    }
}
