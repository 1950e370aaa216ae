import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which of two timeouts comes first depends on whether one thread sleeps before or after the other begins to wait. Neither is early.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class SleepsFirst {
    static final Object LOCK = new Object();
    static final AtomicInteger FIRST = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(() -> {
            pause(LOCK, 10);
            FIRST.compareAndSet(0, 1);
        });
        Thread sleeps = new Thread(() -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            pause(FIRST, 5);
            FIRST.compareAndSet(0, 2);
        });
        waits.start();
        sleeps.start();
        waits.join();
        sleeps.join();
        assert FIRST.get() == 2;
    }

    static void pause(Object lock, long millis) {
        synchronized (lock) {
            try {
                lock.wait(millis);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
