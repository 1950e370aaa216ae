/**
 * A thread that is no daemon waits for ever.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: sleeper waits
 */
public class ThreadWaits {
    public static void main(String[] args) {
        Object never = new Object();
        new Thread(() -> {
            synchronized (never) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }, "sleeper").start();
    }
}
