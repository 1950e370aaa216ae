/**
 * Thread.getState tells NEW, TERMINATED and something between.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class StateOfThread {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {});
        assert thread.getState() == Thread.State.NEW;
        thread.start();
        assert thread.getState() != Thread.State.NEW;
        thread.join();
        assert thread.getState() == Thread.State.TERMINATED;
    }
}
