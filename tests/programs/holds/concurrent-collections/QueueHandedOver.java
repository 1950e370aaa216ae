import java.util.concurrent.SynchronousQueue;

/**
 * A SynchronousQueue hands over from thread to thread.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class QueueHandedOver {
    static final SynchronousQueue<int[]> queue = new SynchronousQueue<>();

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
        Thread a = new Thread(QueueHandedOver::a, "a");
        Thread b = new Thread(QueueHandedOver::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
