/**
 * The length of an array that is created after it is seen fits what was seen.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class P40RacyLength {
    static int q;
    static int[] p;

    static void first() {
        int[] o = p;
        if (o != null) {
            assert o.length == 1 || o.length == 2;
            q = 2;
        }
    }

    static void second() {
        p = new int[q == 0 ? 1 : 2];
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P40RacyLength::first, "first");
        Thread second = new Thread(P40RacyLength::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
