import java.util.concurrent.atomic.LongAdder;

/**
 * What is read after an increment may be read before it, and a reset in between.
 *
 * <p>Expected: sc holds, jmm unknown, race no.
 */
public class AdderReset {
    static final LongAdder ADDER = new LongAdder();
    static volatile int y;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            ADDER.increment();
            seen = y;
        });
        Thread second = new Thread(() -> {
            y = 1;
            ADDER.reset();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert seen == 1 || ADDER.sum() == 0;
    }
}
