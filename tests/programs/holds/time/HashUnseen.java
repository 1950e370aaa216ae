import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A hash code that only finds a slot of a hash table is no condition: nobody sees which slot it is.
 *
 * <p>Expected: sc holds, jmm holds.
 */
public class HashUnseen {
    enum Colour { RED, GREEN }

    static final Map<Object, Integer> SHARED = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Object key = new Object();
        Thread puts = new Thread(() -> {
            Map<Colour, Integer> own = new HashMap<>();
            own.put(Colour.RED, 1);
            SHARED.put(key, own.get(Colour.RED));
        });
        puts.start();
        puts.join();
        assert SHARED.get(key) == 1;
    }
}
