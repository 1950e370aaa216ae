/**
 * A constructor gives this away before its final field is frozen.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ThisEscapes {
    static ThisEscapes shared;
    final int x;

    ThisEscapes() {
        shared = this;
        x = 42;
    }

    static void a() {
        new ThisEscapes();
    }

    static void b() {
        ThisEscapes seen = shared;
        assert seen == null || seen.x == 42;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ThisEscapes::a, "a");
        Thread b = new Thread(ThisEscapes::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
