import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What is put into a blocking queue is taken out as it was.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class QueueRight {
    static final BlockingQueue<int[]> queue = new LinkedBlockingQueue<>();

    static void a() {
        try {
            queue.put(new int[] {42});
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void b() {
        try {
            assert queue.take()[0] == 42;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(QueueRight::a, "a");
        Thread b = new Thread(QueueRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
