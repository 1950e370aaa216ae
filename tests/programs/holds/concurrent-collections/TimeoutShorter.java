import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Two threads wait with timeouts: the shorter one fires first, after which the longer one need not.
 *
 * <p>Expected: sc holds if no timeout fires early, jmm holds if no timeout fires early, race no.
 *
 * <p>Options: --timeouts last
 */
public class TimeoutShorter {
    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread consumer = new Thread(() -> {
            try {
                queue.poll(100, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        consumer.start();
        consumer.join(5000);
        assert !consumer.isAlive() : "still there";
    }
}
