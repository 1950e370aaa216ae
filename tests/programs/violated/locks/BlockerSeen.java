import java.util.concurrent.locks.LockSupport;

/**
 * What a thread is parked on is seen while it is.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class BlockerSeen {
    public static void main(String[] args) {
        Thread t = new Thread(() -> LockSupport.park("blocker"));
        t.start();
        Object blocker = LockSupport.getBlocker(t);
        LockSupport.unpark(t);
        assert blocker == null;
    }
}
