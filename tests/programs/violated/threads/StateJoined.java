/**
 * Who joins a thread waits, and may be seen so.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StateJoined {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            assert main.getState() != Thread.State.WAITING;
        });
        t.start();
        t.join();
    }
}
