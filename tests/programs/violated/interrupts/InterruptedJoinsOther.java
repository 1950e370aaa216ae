/**
 * A thread that joins one which it has not started may be interrupted before it comes there, or while it waits.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InterruptedJoinsOther {
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
        joins.start();
        joins.interrupt();
        joins.join();
        assert seen != 2;
    }
}
