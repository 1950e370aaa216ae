import java.util.concurrent.locks.LockSupport;

/**
 * Who has told that it is about to park need not be parked yet.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StateParks {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            ready = true;
            LockSupport.park();
        });
        t.start();
        if (ready) {
            Thread.State state = t.getState();
            LockSupport.unpark(t);
            assert state == Thread.State.WAITING;
        } else {
            LockSupport.unpark(t);
        }
    }
}
