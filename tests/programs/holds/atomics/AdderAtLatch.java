import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/**
 * Who counts down after an increment shows it: nothing overtakes it there.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class AdderAtLatch {
    static final LongAdder ADDER = new LongAdder();
    static final CountDownLatch LATCH = new CountDownLatch(2);

    static void count() {
        ADDER.increment();
        LATCH.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(AdderAtLatch::count).start();
        new Thread(AdderAtLatch::count).start();
        LATCH.await();
        assert ADDER.sum() == 2;
    }
}
