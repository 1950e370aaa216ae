/**
 * Whoever joins may be interrupted, and does not expect it.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: exception: java.lang.InterruptedException in main
 */
public class InterruptJoinForgotten {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Object never = new Object();
        Thread waits = new Thread(() -> {
            synchronized (never) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        waits.setDaemon(true);
        waits.start();
        new Thread(main::interrupt).start();
        waits.join();
    }
}
