import java.util.concurrent.atomic.AtomicInteger;

/**
 * A compare-and-set that fails is still a volatile read.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P12FailedCasAcquires {
    static int x;
    static final AtomicInteger v = new AtomicInteger();

    static void first() {
        x = 1;
        v.set(1);
    }

    static void second() {
        if (!v.compareAndSet(0, 5)) {
            assert x == 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P12FailedCasAcquires::first, "first");
        Thread second = new Thread(P12FailedCasAcquires::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
