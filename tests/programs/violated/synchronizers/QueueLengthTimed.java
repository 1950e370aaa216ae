import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A thread that wants a permit for a nanosecond is in the queue meanwhile, also if it never parks: others may see it there.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class QueueLengthTimed {
    public static void main(String[] args) {
        Semaphore none = new Semaphore(0);
        Thread wants = new Thread(() -> {
            try {
                none.tryAcquire(1, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        wants.start();
        assert none.getQueueLength() == 0;
    }
}
