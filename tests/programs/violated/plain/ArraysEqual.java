import java.util.Arrays;

/**
 * Arrays.equals of arrays that another thread writes.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ArraysEqual {
    static final byte[] A = new byte[16], B = new byte[16];

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> { A[3] = 1; B[3] = 1; });
        writer.start();
        boolean equal = Arrays.equals(A, B);
        writer.join();
        assert equal;
    }
}
