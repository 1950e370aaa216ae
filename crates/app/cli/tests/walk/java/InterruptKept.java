/**
 * The handler sets the interrupt again.
 *
 * <p>Expected: holds.
 */
public class InterruptKept {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }, "worker");
        worker.start();
        worker.interrupt();
        worker.join();
    }
}
