import java.util.HashMap;
import java.util.Map;

/**
 * A HashMap as a cache for two threads: what was put may be gone.
 *
 * <p>Expected: violated.
 * <br>Arguments: 100.
 */
public class Cache {
    static final Map<String, Integer> lengths = new HashMap<>();

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
