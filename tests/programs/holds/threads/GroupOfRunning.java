/**
 * A thread has the group that it was made in until it ends, and none then.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 * <br>With 21: race no.
 */
public class GroupOfRunning {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        t.start();
        ThreadGroup group = t.getThreadGroup();
        assert group == null || group == Thread.currentThread().getThreadGroup();
        t.join();
        assert t.getThreadGroup() == null;
    }
}
