/**
 * A synchronized {@code run} holds the monitor of its thread.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class SynchronizedRun extends Thread {
    int data;

    @Override
    public synchronized void run() {
        data = 1;
        data = 2;
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedRun t = new SynchronizedRun();
        t.start();
        synchronized (t) {
            assert t.data != 1;
        }
    }
}
