/**
 * How many threads there are depends on which have ended.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ActiveCount {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        assert Thread.activeCount() == 2;
    }
}
