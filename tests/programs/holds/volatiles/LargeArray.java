/**
 * An array of millions of elements that is filled, published by a volatile field and read.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LargeArray {
    static volatile int[] published;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> {
            int[] array = new int[2 * 1024 * 1024];
            for (int i = 0; i < array.length; i++) {
                array[i] = -1;
            }
            published = array;
        });
        maker.start();
        int[] seen = published;
        if (seen != null) {
            boolean all = true;
            for (int element : seen) {
                all &= element == -1;
            }
            assert all;
        }
        maker.join();
    }
}
