/**
 * A thread that is interrupted before it is started joins another: it throws if that one is still alive when it looks.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InterruptedBeforeStart {
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread ends = new Thread(() -> { });
        ends.start();
        Thread joins = new Thread(() -> {
            try {
                ends.join();
                seen = 1;
            } catch (InterruptedException e) {
                seen = 2;
            }
        });
        joins.interrupt();
        joins.start();
        joins.join();
        assert seen != 2;
    }
}
