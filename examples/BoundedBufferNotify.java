/**
 * A buffer that wakes one waiting thread, which is broken: it may be one that cannot use the news.
 *
 * <p>Both consumers wait. The producer puts 1 in, which wakes one of them, and waits itself, since the buffer is full. That consumer takes 1 and wakes
 * the other consumer instead of the producer. The buffer is empty, and both wait for ever. {@code java} may hang here, very rarely.
 *
 * <p>Property: nobody waits for ever.
 * <br>Expected: sc violated, jmm violated, race no.
 */
public class BoundedBufferNotify {
    static final Object monitor = new Object();
    static Integer slot; // null: the buffer of one place is empty
    static int sum;

    static void put(int value) throws InterruptedException {
        synchronized (monitor) {
            while (slot != null) {
                monitor.wait();
            }
            slot = value;
            monitor.notify();
        }
    }

    static int take() throws InterruptedException {
        synchronized (monitor) {
            while (slot == null) {
                monitor.wait();
            }
            assert slot != null : "took from an empty buffer";
            int value = slot;
            slot = null;
            sum += value;
            monitor.notify();
            return value;
        }
    }

    static void produce() {
        try {
            put(1);
            put(2);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void consume() {
        try {
            take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(BoundedBufferNotify::produce, "producer");
        Thread first = new Thread(BoundedBufferNotify::consume, "first consumer");
        Thread second = new Thread(BoundedBufferNotify::consume, "second consumer");
        producer.start();
        first.start();
        second.start();
        producer.join();
        first.join();
        second.join();
        assert sum == 3 : sum;
    }
}
