/**
 * The end of a thread notifies whoever waits on its object.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class WaitForThread {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {});
        thread.start();
        synchronized (thread) {
            while (thread.isAlive()) {
                thread.wait();
            }
        }
    }
}
