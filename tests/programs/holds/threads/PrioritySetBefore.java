/**
 * What was set before a thread was started is what it is.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PrioritySetBefore {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            assert Thread.currentThread().getPriority() == 7;
            assert !Thread.currentThread().isDaemon();
        });
        t.setPriority(7);
        t.setDaemon(false);
        t.start();
        assert t.getPriority() == 7;
        t.join();
    }
}
