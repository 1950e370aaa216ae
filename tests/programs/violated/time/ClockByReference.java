import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * The same where the clock is looked at through a method reference and by java.time.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ClockByReference {
    static long first;
    static long second;

    public static void main(String[] args) throws InterruptedException {
        LongSupplier clock = System::currentTimeMillis;
        Thread one = new Thread(() -> {
            first = clock.getAsLong();
        });
        Thread two = new Thread(() -> {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            second = Instant.now().toEpochMilli();
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert second < first || first == second : "the sleep need not come after the other's look";
    }
}
