import java.util.Vector;

/**
 * The iterator of a vector looks for the end without a lock: an element may have come since it was made.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Says: exception: java.util.ConcurrentModificationException
 */
public class VectorIterated {
    static int sum;

    public static void main(String[] args) {
        Vector<Integer> vector = new Vector<>();
        new Thread(() -> {
            for (int element : vector) {
                sum += element;
            }
        }).start();
        vector.add(1);
    }
}
