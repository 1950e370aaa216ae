/**
 * What the constructing thread wrote before, and what the final field does not lead to, may be stale.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class P14FinalEdgeNotTransitive {
    static class F {
        final int f = 7;
    }

    static int z;
    static F p;

    static void first() {
        z = 1;
        p = new F();
    }

    static void second() {
        F q = p;
        if (q != null && q.f == 7) {
            assert z == 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P14FinalEdgeNotTransitive::first, "first");
        Thread second = new Thread(P14FinalEdgeNotTransitive::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
