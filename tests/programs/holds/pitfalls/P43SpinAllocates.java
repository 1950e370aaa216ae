/**
 * A loop that waits and creates garbage comes to an end, as far as its states go.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P43SpinAllocates {
    static volatile int v;
    static Object last;

    static void first() {
        while (v == 0) {
            new Object();
        }
    }

    static void second() {
        v = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P43SpinAllocates::first, "first");
        Thread second = new Thread(P43SpinAllocates::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
