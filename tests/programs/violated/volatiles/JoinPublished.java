/**
 * A thread that is published before it is started may be joined before it is started.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class JoinPublished {
    static volatile Thread published;
    static volatile int data;

    public static void main(String[] args) {
        new Thread(() -> {
            Thread t = published;
            if (t != null) {
                try {
                    t.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                assert data == 1;
            }
        }).start();
        Thread t = new Thread(() -> data = 1);
        published = t;
        t.start();
    }
}
