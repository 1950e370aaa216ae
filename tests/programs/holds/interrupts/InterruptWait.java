/**
 * An interrupt ends a wait, and the flag is clear afterwards.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InterruptWait {
    static boolean caught;

    static synchronized void sleep() {
        try {
            InterruptWait.class.wait();
        } catch (InterruptedException e) {
            caught = true;
            assert !Thread.currentThread().isInterrupted();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(InterruptWait::sleep);
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assert caught;
    }
}
