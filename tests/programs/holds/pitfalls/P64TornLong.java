/**
 * A plain long may be seen half written (JLS 17.7): only if the user wants it so (--tearing).
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class P64TornLong {
    static long x;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> x = -1, "writer");
        Thread reader = new Thread(() -> {
            long seen = x;
            assert seen == 0 || seen == -1;
        }, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        assert x == -1;
    }
}
