/**
 * The time is up before the other thread has come.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError in main
 */
public class TimedWaitTooShort {
    static boolean done;

    static synchronized void set() {
        done = true;
        TimedWaitTooShort.class.notify();
    }

    static synchronized void await() throws InterruptedException {
        if (!done) {
            TimedWaitTooShort.class.wait(1000);
        }
        assert done;
    }

    public static void main(String[] args) throws Exception {
        new Thread(TimedWaitTooShort::set).start();
        await();
    }
}
