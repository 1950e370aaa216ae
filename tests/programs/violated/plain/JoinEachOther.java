/**
 * Two threads that join each other wait for ever if both have been started; who comes before the other's start does not wait.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class JoinEachOther {
    static Thread a;
    static Thread b;

    public static void main(String[] args) {
        a = new Thread(() -> join(b));
        b = new Thread(() -> join(a));
        a.start();
        b.start();
    }

    static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
