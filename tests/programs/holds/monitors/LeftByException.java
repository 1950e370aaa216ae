/**
 * A monitor is left when an exception leaves its block.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LeftByException {
    static int x;

    static synchronized void fail() {
        x++;
        throw new IllegalStateException();
    }

    static void a() {
        try {
            fail();
        } catch (IllegalStateException e) {
            synchronized (LeftByException.class) {
                x++;
            }
        }
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(LeftByException::a, "a");
        Thread b = new Thread(LeftByException::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == 4;
    }
}
