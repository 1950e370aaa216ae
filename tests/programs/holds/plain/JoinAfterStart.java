/**
 * Who is started after another thread was joins it until it ends.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class JoinAfterStart {
    static int data;
    static Thread writer;

    public static void main(String[] args) {
        writer = new Thread(() -> data = 1);
        Thread reader = new Thread(() -> {
            try {
                writer.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assert data == 1;
        });
        writer.start();
        reader.start();
    }
}
