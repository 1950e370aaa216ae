/**
 * A thread that is started by the initialiser of the class it uses waits for the end of the initialisation, and goes on after it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>Options: --no-reduction
 */
public class StartedInInitialiser {
    static int calls;
    static boolean done;
    static final Object DONE = new Object();

    static final class Worker extends Thread {
        @Override public void run() {
            calls++;
            synchronized (DONE) {
                done = true;
                DONE.notify();
            }
        }
    }

    static {
        new Worker().start();
    }

    public static void main(String[] args) throws InterruptedException {
        synchronized (DONE) {
            while (!done) {
                DONE.wait();
            }
        }
        assert calls == 1;
    }
}
