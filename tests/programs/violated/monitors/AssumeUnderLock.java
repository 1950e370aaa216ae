import thinair.Thinair;

/**
 * Who assumes holds the lock that the writer needs.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class AssumeUnderLock {
    static int x;

    static synchronized void a() {
        Thinair.assume(x == 1);
        assert false;
    }

    static synchronized void b() {
        x = 1;
    }

    public static void main(String[] args) {
        new Thread(AssumeUnderLock::a).start();
        new Thread(AssumeUnderLock::b).start();
    }
}
