/**
 * Lambdas and constants are the same objects whoever comes first.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P21CallSites {
    static volatile Object one;
    static volatile Object two;

    static Runnable made() {
        return () -> { };
    }

    static void first() {
        one = made();
    }

    static void second() {
        two = made();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P21CallSites::first, "first");
        Thread second = new Thread(P21CallSites::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert one == two;
    }
}
