import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A buffer of one place with a lock and two conditions, which is right: a signal goes to somebody who can use it, so waking one is enough.
 *
 * <p>Property: everything that was put in is taken out once, and nobody waits for ever.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class BoundedBufferLock {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition notFull = lock.newCondition();
    static final Condition notEmpty = lock.newCondition();
    static Integer slot; // null: the buffer of one place is empty
    static int sum;

    static void put(int value) {
        lock.lock();
        try {
            while (slot != null) {
                notFull.awaitUninterruptibly();
            }
            slot = value;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    static void take() {
        lock.lock();
        try {
            while (slot == null) {
                notEmpty.awaitUninterruptibly();
            }
            sum += slot;
            slot = null;
            notFull.signal();
        } finally {
            lock.unlock();
        }
    }

    static void produce() {
        put(1);
        put(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(BoundedBufferLock::produce, "producer");
        Thread first = new Thread(BoundedBufferLock::take, "first consumer");
        Thread second = new Thread(BoundedBufferLock::take, "second consumer");
        producer.start();
        first.start();
        second.start();
        producer.join();
        first.join();
        second.join();
        assert sum == 3 : sum;
    }
}
