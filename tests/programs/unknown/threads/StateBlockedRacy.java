/**
 * Load buffering beside a thread that is seen blocked at a monitor which is held for nothing else. Both can be in one execution.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 * <br>Today: jmm unknown
 */
public class StateBlockedRacy {
    static int x;
    static int y;
    static int one;
    static int other;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread blocked = new Thread(() -> {
            other = y;
            x = 1;
            synchronized (LOCK) {
            }
        });
        blocked.start();
        one = x;
        y = 1;
        new Thread(() -> {
            synchronized (LOCK) {
            }
        }).start();
        boolean isBlocked = blocked.getState() == Thread.State.BLOCKED;
        blocked.join();
        assert !(isBlocked && one == 1 && other == 1);
    }
}
