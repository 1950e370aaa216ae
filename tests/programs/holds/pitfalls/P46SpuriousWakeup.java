/**
 * A wait that is not in a loop. It is right only as long as nobody wakes for no reason (JLS 17.2.1).
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P46SpuriousWakeup {
    static final Object m = new Object();
    static boolean f;

    static void first() {
        synchronized (m) {
            if (!f) {
                try {
                    m.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            assert f;
        }
    }

    static void second() {
        synchronized (m) {
            f = true;
            m.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P46SpuriousWakeup::first, "first");
        Thread second = new Thread(P46SpuriousWakeup::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
