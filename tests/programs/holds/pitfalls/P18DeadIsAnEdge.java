/**
 * That a thread is not alive any more orders all it did before.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P18DeadIsAnEdge {
    static int x;

    public static void main(String[] args) {
        Thread first = new Thread(() -> x = 1, "first");
        first.start();
        if (!first.isAlive()) {
            assert x == 1;
        }
    }
}
