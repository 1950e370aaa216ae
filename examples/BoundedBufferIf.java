/**
 * A buffer whose waits are not in a loop, which is broken.
 *
 * <p>Between {@code notifyAll} and the return of {@code wait} others may take the lock: a consumer wakes up, another one has already taken the value,
 * and the first one takes it from an empty buffer. A wakeup without reason (JLS 17.2.1) does the same.
 *
 * <p>Property: nobody takes from an empty buffer.
 * <br>Expected: sc violated, jmm violated, race no.
 */
public class BoundedBufferIf {
    static final Object monitor = new Object();
    static Integer slot; // null: the buffer of one place is empty
    static int sum;

    static void put(int value) throws InterruptedException {
        synchronized (monitor) {
            if (slot != null) {
                monitor.wait();
            }
            slot = value;
            monitor.notifyAll();
        }
    }

    static int take() throws InterruptedException {
        synchronized (monitor) {
            if (slot == null) {
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
        Thread producer = new Thread(BoundedBufferIf::produce, "producer");
        Thread first = new Thread(BoundedBufferIf::consume, "first consumer");
        Thread second = new Thread(BoundedBufferIf::consume, "second consumer");
        producer.start();
        first.start();
        second.start();
        producer.join();
        first.join();
        second.join();
        assert sum == 3 : sum;
    }
}
