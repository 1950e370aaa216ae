/**
 * A static synchronized method and an instance one lock different monitors.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class SynchronizedWrong {
    static int x;

    synchronized void add() {
        x++;
    }

    static synchronized void a() {
        x++;
    }

    static void b() {
        new SynchronizedWrong().add();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(SynchronizedWrong::a, "a");
        Thread b = new Thread(SynchronizedWrong::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == 2;
    }
}
