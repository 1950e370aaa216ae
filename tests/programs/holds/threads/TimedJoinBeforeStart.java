/**
 * A timed join of a thread that is not started yet returns at once, and of one that is may return before its end.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class TimedJoinBeforeStart {
    static volatile Thread t;
    static volatile int data;

    public static void main(String[] args) throws InterruptedException {
        t = new Thread(() -> data = 1);
        Thread reader = new Thread(() -> {
            try {
                t.join(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assert data == 0 || data == 1;
        });
        reader.start();
        t.start();
        t.join(10);
        reader.join(10, 5);
        if (!t.isAlive()) {
            assert data == 1;
        }
    }
}
