import java.util.concurrent.atomic.LongAdder;

/**
 * An increment only releases, so that the sum of the other adder may be read before it: nothing may be counted at all. Such executions are not looked at.
 *
 * <p>Expected: sc holds, jmm unknown, race no.
 */
public class AdderOvertaken {
    static final LongAdder A = new LongAdder();
    static final LongAdder B = new LongAdder();
    static long a;
    static long b;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            A.increment();
            b = B.sum();
        });
        Thread second = new Thread(() -> {
            B.increment();
            a = A.sum();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert a + b > 0;
    }
}
