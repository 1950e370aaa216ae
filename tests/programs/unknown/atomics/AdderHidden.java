import java.util.concurrent.atomic.LongAdder;

/**
 * Who resets an adder and reads it sees his own write, and knows nothing of the increment that it hides.
 *
 * <p>Expected: sc holds, jmm unknown.
 */
public class AdderHidden {
    static final LongAdder ADDER = new LongAdder();
    static int data;
    static int seen;
    static long sum;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            data = 1;
            ADDER.increment();
        });
        Thread second = new Thread(() -> {
            ADDER.reset();
            sum = ADDER.sum();
            seen = data;
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert ADDER.sum() != 0 || seen == 1;
    }
}
