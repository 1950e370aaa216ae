/**
 * A thread that has ended has no group.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>With 21: race no.
 */
public class GroupOfEnded {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        assert t.getThreadGroup() != null;
    }
}
