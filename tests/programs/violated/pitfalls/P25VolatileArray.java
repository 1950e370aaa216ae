/**
 * The elements of a volatile array are plain.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class P25VolatileArray {
    static volatile int[] a = new int[2];

    static void first() {
        a[0] = 1;
        a[1] = 1;
    }

    static void second() {
        if (a[1] == 1) {
            assert a[0] == 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P25VolatileArray::first, "first");
        Thread second = new Thread(P25VolatileArray::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
