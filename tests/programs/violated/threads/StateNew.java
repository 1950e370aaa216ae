/**
 * A thread that another one starts is new or not.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StateNew {
    static Thread t;

    public static void main(String[] args) {
        t = new Thread(() -> { });
        new Thread(() -> {
            assert t.getState() != Thread.State.NEW;
        }).start();
        t.start();
    }
}
