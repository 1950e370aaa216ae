/**
 * A program with a data race that ends by exit while others wait: no deadlock, and the rest is decided.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class ExitRacy {
    static int x;

    public static void main(String[] args) throws Exception {
        new Thread(() -> x = 1).start();
        Thread b = new Thread(() -> {
            int seen = x;
            assert seen < 2;
            System.exit(0);
        });
        b.start();
        Object never = new Object();
        synchronized (never) {
            never.wait();
        }
    }
}
