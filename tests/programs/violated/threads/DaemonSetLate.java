/**
 * Who makes a daemon of a thread that another one starts may come too late.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: IllegalThreadStateException
 */
public class DaemonSetLate {
    static volatile Thread t;
    static volatile boolean ended;

    public static void main(String[] args) {
        t = new Thread(() -> {
            while (!ended) {
                Thread.onSpinWait();
            }
        });
        Thread setter = new Thread(() -> {
            try {
                t.setDaemon(true);
            } finally {
                ended = true;
            }
        });
        setter.start();
        t.start();
    }
}
