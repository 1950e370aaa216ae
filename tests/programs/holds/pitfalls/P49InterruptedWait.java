/**
 * A wait that is interrupted happens after the interrupt.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P49InterruptedWait {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Object m = new Object();
        Thread second = new Thread(() -> {
            synchronized (m) {
                try {
                    m.wait();
                } catch (InterruptedException e) {
                    assert x == 1;
                }
            }
        }, "second");
        second.start();
        x = 1;
        second.interrupt();
        second.join();
    }
}
