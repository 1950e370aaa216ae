/**
 * That a thread is alive orders nothing.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class P18AliveIsNoEdge {
    static int x;
    static int r;
    static Thread first;

    public static void main(String[] args) throws InterruptedException {
        first = new Thread(() -> x = 1, "first");
        first.start();
        if (first.isAlive()) {
            r = x;
        }
        first.join();
        assert x == 1;
    }
}
