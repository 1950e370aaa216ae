/**
 * A loop that waits for another thread ends in every fair run; all states are visited.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class SpinVolatile {
    static volatile boolean ready;
    static int data;

    static void a() {
        data = 42;
        ready = true;
    }

    static void b() {
        while (!ready) {
            Thread.onSpinWait();
        }
        assert data == 42;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(SpinVolatile::a, "a");
        Thread b = new Thread(SpinVolatile::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
