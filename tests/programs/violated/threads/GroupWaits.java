/**
 * A group counts its threads.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class GroupWaits {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread t = new Thread(group, () -> { });
        assert group.activeCount() == 0;
        t.start();
        assert group.activeCount() == 1;
        t.join();
    }
}
