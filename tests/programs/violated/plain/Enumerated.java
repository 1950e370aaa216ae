/**
 * Whether a thread is listed depends on whether it has ended.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class Enumerated {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        Thread[] all = new Thread[4];
        int count = Thread.enumerate(all);
        assert count == 2 && (all[0] == t || all[1] == t);
    }
}
