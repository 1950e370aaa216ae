/**
 * How many threads there are: this one, and the other until it has ended.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ActiveCountKnown {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        assert Thread.activeCount() == 1;
        t.start();
        int count = Thread.activeCount();
        assert count == 1 || count == 2;
        t.join();
        assert Thread.activeCount() == 1;
    }
}
