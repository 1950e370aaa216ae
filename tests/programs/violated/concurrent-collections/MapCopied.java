import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The copy of a concurrent map is no snapshot: the place of 1 is passed before it comes, that of 2 after.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError: {0=0, 2=2}
 */
public class MapCopied {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(0, 0);
        Thread writer = new Thread(() -> {
            map.put(1, 1);
            map.put(2, 2);
        });
        writer.start();
        Map<Integer, Integer> copy = new ConcurrentHashMap<>(map);
        assert copy.containsKey(1) || !copy.containsKey(2) : copy;
        writer.join();
    }
}
