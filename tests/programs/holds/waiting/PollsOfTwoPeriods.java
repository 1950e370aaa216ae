import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Two threads poll with different periods until they are told to stop: what is left of one wait when the
 * other ends is one of few times.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PollsOfTwoPeriods {
    static volatile boolean stop;

    static void poll(long seconds) {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        try {
            while (!stop) {
                queue.poll(seconds, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> poll(3), "slow").start();
        new Thread(() -> poll(2), "fast").start();
        stop = true;
    }
}
