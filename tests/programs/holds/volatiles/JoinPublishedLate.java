/**
 * A thread that is published when it was started is joined when it has ended.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class JoinPublishedLate {
    static volatile Thread published;
    static int data;

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
        t.start();
        published = t;
    }
}
