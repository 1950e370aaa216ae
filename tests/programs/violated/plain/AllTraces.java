/**
 * Whether a thread is among all that are alive depends on whether it has ended.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class AllTraces {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        assert Thread.getAllStackTraces().containsKey(t);
    }
}
