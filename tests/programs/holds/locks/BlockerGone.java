import java.util.concurrent.locks.LockSupport;

/**
 * What a thread is parked on is what it says, and nothing when it has gone on.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class BlockerGone {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> LockSupport.park("blocker"));
        t.start();
        Object blocker = LockSupport.getBlocker(t);
        assert blocker == null || blocker.equals("blocker");
        LockSupport.unpark(t);
        t.join();
        assert LockSupport.getBlocker(t) == null;
    }
}
