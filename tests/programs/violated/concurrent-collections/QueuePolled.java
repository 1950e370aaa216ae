import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * poll gives up before anything has come.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class QueuePolled {
    static final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);

    static void a() {
        queue.offer("there");
    }

    static void b() {
        try {
            assert queue.poll(1, TimeUnit.DAYS) != null;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(QueuePolled::a, "a");
        Thread b = new Thread(QueuePolled::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
