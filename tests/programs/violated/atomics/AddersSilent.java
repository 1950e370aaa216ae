import java.util.concurrent.atomic.LongAdder;

/**
 * An increment whose read of the adder is old succeeds if a reset has put the same value there: it knows nothing of what came before the reset.
 *
 * <p>Expected: sc holds, jmm violated.
 */
public class AddersSilent {
    static final LongAdder A = new LongAdder();
    static final LongAdder B = new LongAdder();
    static int data;
    static int seen;
    static long sum;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            A.increment();
            B.increment();
            seen = data;
        });
        Thread second = new Thread(() -> {
            data = 1;
            B.reset();
            sum = A.sum();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert seen == 1 || sum == 1;
    }
}
