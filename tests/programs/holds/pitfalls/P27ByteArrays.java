/**
 * Neighbours in an array of bytes do not disturb each other (JLS 17.6).
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P27ByteArrays {
    static final byte[] a = new byte[4];

    static void first() {
        a[0] = 1;
        a[0]++;
    }

    static void second() {
        a[1] = 5;
        a[1]++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P27ByteArrays::first, "first");
        Thread second = new Thread(P27ByteArrays::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert a[0] == 2 && a[1] == 6;
    }
}
