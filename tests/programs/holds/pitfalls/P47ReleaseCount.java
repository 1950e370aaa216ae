/**
 * wait gives the monitor up altogether, and takes it again as often as it had it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P47ReleaseCount {
    static final Object m = new Object();
    static boolean f;

    static void first() {
        synchronized (m) {
            synchronized (m) {
                while (!f) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                assert Thread.holdsLock(m);
            }
            assert Thread.holdsLock(m);
        }
        assert !Thread.holdsLock(m);
    }

    static void second() {
        synchronized (m) {
            f = true;
            m.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P47ReleaseCount::first, "first");
        Thread second = new Thread(P47ReleaseCount::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
