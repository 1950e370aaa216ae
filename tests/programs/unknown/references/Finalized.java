/**
 * So may a finalizer (JLS 12.6).
 *
 * <p>Expected: sc unknown, jmm unknown.
 *
 * <p>Says: finalizers
 */
public class Finalized {
    static volatile int finalized;

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        finalized = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        new Finalized();
        Thread looks = new Thread(() -> {
            assert finalized == 0;
        });
        looks.start();
        looks.join();
    }
}
