import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads schedule a task each, after the same delay: whoever looks at the clock first has the earlier task, and either may be.
 *
 * <p>Expected: sc violated, jmm violated.
 *
 * <p>Options: --first
 */
public class ScheduledFirst {
    static final AtomicInteger FIRST = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        CountDownLatch both = new CountDownLatch(2);
        Thread one = new Thread(() -> pool.schedule(() -> comes(1, both), 10, TimeUnit.MILLISECONDS));
        Thread two = new Thread(() -> pool.schedule(() -> comes(2, both), 10, TimeUnit.MILLISECONDS));
        one.start();
        two.start();
        one.join();
        two.join();
        both.await();
        pool.shutdownNow();
        assert FIRST.get() == 1;
    }

    static void comes(int number, CountDownLatch both) {
        FIRST.compareAndSet(0, number);
        both.countDown();
    }
}
