import java.util.concurrent.CountDownLatch;

/**
 * The same with a monitor of which {@code join} knows nothing.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class MonitorOfOther {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch joined = new CountDownLatch(1);
        Object lock = new Object();
        Thread t = new Thread(() -> { });
        t.start();
        Thread holder = new Thread(() -> {
            synchronized (lock) {
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
