/**
 * A thread may end between two looks.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class EndWithoutMonitor {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        boolean first = t.isAlive();
        boolean second = t.isAlive();
        assert first == second;
    }
}
