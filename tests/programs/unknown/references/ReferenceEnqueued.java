import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;

/**
 * A reference that a thread enqueues is cleared before it is in the queue; but the collector may enqueue it, too, which is not looked at.
 *
 * <p>Expected: sc unknown, jmm unknown.
 */
public class ReferenceEnqueued {
    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        SoftReference<Object> reference = new SoftReference<>(new Object(), queue);
        Thread thread = new Thread(() -> reference.enqueue());
        thread.start();
        if (queue.poll() != null) {
            assert reference.get() == null;
        }
        thread.join();
    }
}
