import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The same of weak keys, behind a wrapper.
 *
 * <p>Expected: sc unknown, jmm unknown.
 *
 * <p>Says: weak keys
 */
public class WeakKeys {
    public static void main(String[] args) throws InterruptedException {
        Map<Object, Integer> map = Collections.synchronizedMap(new WeakHashMap<>());
        map.put(new Object(), 1);
        Thread looks = new Thread(() -> {
            assert map.size() == 1;
        });
        looks.start();
        looks.join();
    }
}
