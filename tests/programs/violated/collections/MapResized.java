import java.util.HashMap;

/**
 * Two threads fill one HashMap while it grows. The upper bound follows references to objects whose places their creators come to use for others: that
 * must end neither in a panic nor in memory that nobody has.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 *
 * <p>Options: --states 3000
 */
public class MapResized {
    static final HashMap<Integer, Integer> map = new HashMap<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> map.put(2, 2));
        other.start();
        map.put(1, 1);
        other.join();
        assert map.size() == 2;
    }
}
