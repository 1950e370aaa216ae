import java.util.concurrent.locks.LockSupport;

/**
 * A permit for a thread that was started is kept until it parks.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class UnparkAfterStart {
    static volatile Thread t;

    public static void main(String[] args) {
        t = new Thread(LockSupport::park);
        t.start();
        new Thread(() -> LockSupport.unpark(t)).start();
    }
}
