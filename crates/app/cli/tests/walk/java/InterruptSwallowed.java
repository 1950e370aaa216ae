/**
 * sleep clears the interrupt when it throws, and the handler forgets it: the loop goes on.
 *
 * <p>Expected: violated.
 * <br>Says: hang:
 */
public class InterruptSwallowed {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    System.err.println("interrupted");
                }
            }
        }, "worker");
        worker.start();
        worker.interrupt();
        worker.join();
    }
}
