/**
 * A thread that is not started yet is joined at once, so that what it will do need not have been done.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class JoinBeforeStart {
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
        reader.start();
        writer.start();
    }
}
