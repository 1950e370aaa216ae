import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A ConcurrentHashMap as a cache for two threads.
 *
 * <p>Expected: holds.
 * <br>Arguments: 1; 4.
 */
public class CacheConcurrent {
    static final Map<String, Integer> lengths = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        int words = Integer.parseInt(args[0]);
        Thread first = new Thread(() -> fill("a", words));
        Thread second = new Thread(() -> fill("b", words));
        first.start();
        second.start();
        first.join();
        second.join();
        assert lengths.size() == 2 * words : lengths.size();
    }

    static void fill(String prefix, int words) {
        for (int i = 0; i < words; i++) {
            lengths.put(prefix + i, i);
        }
    }
}
