/**
 * A wait may end for no reason (JLS 17.2.1), and is not in a loop.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Options: --spurious-wakeups
 * <br>Says: assertion: java.lang.AssertionError in main
 */
public class WaitWithoutLoop {
    static boolean done;

    static synchronized void set() {
        done = true;
        WaitWithoutLoop.class.notify();
    }

    static synchronized void await() throws InterruptedException {
        if (!done) {
            WaitWithoutLoop.class.wait();
        }
        assert done;
    }

    public static void main(String[] args) throws Exception {
        new Thread(WaitWithoutLoop::set).start();
        await();
    }
}
