/**
 * A thread does not end while another one holds its monitor.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class EndUnderMonitor {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        synchronized (t) {
            boolean first = t.isAlive();
            boolean second = t.isAlive();
            assert first == second;
        }
    }
}
