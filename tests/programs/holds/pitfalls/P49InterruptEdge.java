/**
 * An interrupt happens before its detection.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P49InterruptEdge {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread second = new Thread(() -> {
            while (!Thread.interrupted()) {
            }
            assert x == 1;
        }, "second");
        second.start();
        x = 1;
        second.interrupt();
        second.join();
    }
}
