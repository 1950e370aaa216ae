/**
 * A thread that has published itself was started.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class JoinPublishedByItself {
    static volatile Thread published;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            Thread t = published;
            if (t != null) {
                try {
                    t.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                assert data == 1;
            }
        });
        reader.start();
        new Thread(() -> {
            published = Thread.currentThread();
            data = 1;
        }).start();
    }
}
