/**
 * A loop whose states never repeat: the search must be bounded, and says so.
 *
 * <p>Expected: sc unknown, jmm unknown, race no.
 * <br>Options: --states 500
 */
public class Unbounded {
    static volatile int x;

    static void a() {
        while (x >= 0) {
            x++;
        }
    }

    static void b() {}

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Unbounded::a, "a");
        Thread b = new Thread(Unbounded::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
