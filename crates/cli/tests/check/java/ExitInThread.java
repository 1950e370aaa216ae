/**
 * A thread ends the program while another waits for ever: that is no deadlock.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ExitInThread {
    public static void main(String[] args) throws Exception {
        new Thread(() -> System.exit(3)).start();
        Object never = new Object();
        synchronized (never) {
            never.wait();
        }
    }
}
