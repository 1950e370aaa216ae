import java.util.concurrent.CountDownLatch;

/**
 * {@code join} takes the monitor of the thread that it waits for.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: deadlock
 */
public class MonitorOfStarted {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch joined = new CountDownLatch(1);
        Thread t = new Thread(() -> { });
        t.start();
        Thread holder = new Thread(() -> {
            synchronized (t) {
                try {
                    joined.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        holder.start();
        t.join();
        joined.countDown();
    }
}
