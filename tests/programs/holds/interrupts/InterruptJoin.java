/**
 * Who joins can be interrupted.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InterruptJoin {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread thread = new Thread(main::interrupt);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            assert !main.isInterrupted();
        }
    }
}
