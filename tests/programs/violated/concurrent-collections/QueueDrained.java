import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A queue is drained into another one element by element.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class QueueDrained {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> from = new LinkedBlockingQueue<>();
        from.add(1);
        from.add(2);
        ConcurrentLinkedQueue<Integer> to = new ConcurrentLinkedQueue<>();
        Thread drain = new Thread(() -> from.drainTo(to));
        drain.start();
        Integer first = to.poll();
        Integer second = to.poll();
        assert first == null || second != null;
        drain.join();
    }
}
