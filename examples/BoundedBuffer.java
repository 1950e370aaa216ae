/**
 * A buffer of one place with {@code wait} and {@code notifyAll}, which is right: every wait is in a loop and every change wakes all.
 *
 * <p>Property: everything that was put in is taken out once, and nobody waits for ever.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class BoundedBuffer {
    static final Object monitor = new Object();
    static Integer slot; // null: the buffer of one place is empty
    static int sum;

    static void put(int value) throws InterruptedException {
        synchronized (monitor) {
            while (slot != null) {
                monitor.wait();
            }
            slot = value;
            monitor.notifyAll();
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
            monitor.notifyAll();
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
        Thread producer = new Thread(BoundedBuffer::produce, "producer");
        Thread first = new Thread(BoundedBuffer::consume, "first consumer");
        Thread second = new Thread(BoundedBuffer::consume, "second consumer");
        producer.start();
        first.start();
        second.start();
        producer.join();
        first.join();
        second.join();
        assert sum == 3 : sum;
    }
}
