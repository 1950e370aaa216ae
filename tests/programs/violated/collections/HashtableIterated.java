import java.util.Hashtable;

/**
 * The iterator of a hash table looks without a lock whether it was changed.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Says: exception: java.util.ConcurrentModificationException
 */
public class HashtableIterated {
    static int sum;

    public static void main(String[] args) {
        Hashtable<Integer, Integer> table = new Hashtable<>();
        table.put(1, 1);
        new Thread(() -> {
            for (int key : table.keySet()) {
                sum += key;
            }
        }).start();
        table.put(2, 2);
    }
}
