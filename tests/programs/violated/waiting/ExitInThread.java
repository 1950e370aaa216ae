/**
 * A thread ends the program while another waits for ever: that is no deadlock, but an exit with a status
 * that says that something went wrong.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 *
 * <p>Says: exit: Thread-0 ends the program with status 3
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
