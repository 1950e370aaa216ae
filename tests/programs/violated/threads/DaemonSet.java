/**
 * Whether a thread is a daemon may be set until it is started, by anybody.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>With 21: race no.
 */
public class DaemonSet {
    static volatile Thread t;

    public static void main(String[] args) {
        t = new Thread(() -> { });
        Thread setter = new Thread(() -> t.setDaemon(true));
        setter.start();
        assert !t.isDaemon();
    }
}
