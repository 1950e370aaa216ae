/**
 * A large array that is written after it was published.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class LargeArrayWritten {
    static volatile byte[] published;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> {
            byte[] array = new byte[1 << 20];
            published = array;
            array[array.length - 1] = 1;
        });
        maker.start();
        byte[] seen = published;
        if (seen != null) {
            assert seen[seen.length - 1] == 0;
        }
        maker.join();
    }
}
