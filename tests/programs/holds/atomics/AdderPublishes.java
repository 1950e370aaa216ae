import java.util.concurrent.atomic.LongAdder;

/**
 * An increment releases, and a sum acquires.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class AdderPublishes {
    static final LongAdder ADDER = new LongAdder();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            ADDER.increment();
        });
        writer.start();
        if (ADDER.sum() == 1) {
            assert data == 42;
        }
    }
}
