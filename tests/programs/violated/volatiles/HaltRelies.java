/**
 * The same by halt.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class HaltRelies {
    static volatile int v;

    static void a() {
        if (v == 0) {
            Runtime.getRuntime().halt(0);
        }
        assert false;
    }

    static void b() {
        v = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(HaltRelies::a, "a");
        Thread b = new Thread(HaltRelies::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
