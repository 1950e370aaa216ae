import java.util.concurrent.locks.LockSupport;

/**
 * A permit for a thread that is not started yet is lost.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: deadlock
 */
public class UnparkBeforeStart {
    static volatile Thread t;

    public static void main(String[] args) {
        t = new Thread(LockSupport::park);
        new Thread(() -> LockSupport.unpark(t)).start();
        t.start();
    }
}
