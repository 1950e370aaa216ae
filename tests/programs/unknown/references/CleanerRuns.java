import java.lang.ref.Cleaner;

/**
 * A cleaner may run as soon as its object cannot be reached, beside everything else. Here it never does, so the answer is left open.
 *
 * <p>Expected: sc unknown, jmm unknown.
 *
 * <p>Says: cleaners
 */
public class CleanerRuns {
    static volatile int cleaned;

    public static void main(String[] args) throws InterruptedException {
        Cleaner.create().register(new Object(), () -> cleaned = 1);
        Thread looks = new Thread(() -> {
            assert cleaned == 0;
        });
        looks.start();
        looks.join();
    }
}
