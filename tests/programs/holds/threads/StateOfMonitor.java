/**
 * What a thread can be seen to be that comes to a monitor that is taken: running or blocked, nothing else.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class StateOfMonitor {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
            }
        });
        assert t.getState() == Thread.State.NEW;
        synchronized (LOCK) {
            t.start();
            Thread.State state = t.getState();
            assert state == Thread.State.BLOCKED || state == Thread.State.RUNNABLE;
            assert t.isAlive();
        }
        t.join();
        assert t.getState() == Thread.State.TERMINATED && !t.isAlive();
    }
}
