/**
 * A group is empty when its threads have ended.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class GroupEmpty {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread t = new Thread(group, () -> { });
        assert group.activeCount() == 0;
        t.start();
        int count = group.activeCount();
        assert count == 0 || count == 1;
        t.join();
        assert group.activeCount() == 0;
    }
}
