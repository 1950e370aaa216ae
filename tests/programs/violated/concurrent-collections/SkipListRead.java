import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The skip list reads its entries plainly behind a fence; still others may have written them before.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class SkipListRead {
    public static void main(String[] args) {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        new Thread(() -> {
            assert map.get(1) == null;
        }).start();
        new Thread(() -> map.put(1, 1)).start();
    }
}
