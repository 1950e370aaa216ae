/**
 * The highest priority of a group may be changed by another thread.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>With 21: race no.
 */
public class MaxPriority {
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("group");
        new Thread(() -> group.setMaxPriority(3)).start();
        assert group.getMaxPriority() == 10;
    }
}
