/**
 * Who finds nothing written computes for ever; who finds something fails.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Options: --first
 */
public class LoopRelies {
    static volatile int v;

    static void a() {
        if (v == 0) {
            for (int i = 0; ; i++) {
                i--;
            }
        }
        assert false;
    }

    static void b() {
        v = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(LoopRelies::a, "a");
        Thread b = new Thread(LoopRelies::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
