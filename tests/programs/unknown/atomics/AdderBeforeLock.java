import java.util.concurrent.atomic.LongAdder;

/**
 * Entering a monitor only acquires: an increment may come after it, and after what is read there.
 *
 * <p>Expected: sc holds, jmm unknown, race no.
 */
public class AdderBeforeLock {
    static final LongAdder A = new LongAdder();
    static final LongAdder B = new LongAdder();
    static final Object M = new Object();
    static final Object N = new Object();
    static long a;
    static long b;

    static void first() {
        A.increment();
        synchronized (M) {
            b = B.sum();
        }
    }

    static void second() {
        B.increment();
        synchronized (N) {
            a = A.sum();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(AdderBeforeLock::first);
        Thread second = new Thread(AdderBeforeLock::second);
        first.start();
        second.start();
        first.join();
        second.join();
        assert a + b > 0;
    }
}
