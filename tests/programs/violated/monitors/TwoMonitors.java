/**
 * Two threads take two monitors in different orders.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: a waits for Object#2 held by b
 */
public class TwoMonitors {
    static final Object one = new Object();
    static final Object two = new Object();

    static void a() {
        synchronized (one) {
            synchronized (two) {
            }
        }
    }

    static void b() {
        synchronized (two) {
            synchronized (one) {
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(TwoMonitors::a, "a");
        Thread b = new Thread(TwoMonitors::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
