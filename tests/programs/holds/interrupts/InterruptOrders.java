/**
 * What was written before an interrupt is seen by whoever was interrupted (JLS 17.4.4).
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InterruptOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            if (Thread.currentThread().isInterrupted()) {
                assert data == 42;
            }
        });
        thread.start();
        data = 42;
        thread.interrupt();
        thread.join();
    }
}
