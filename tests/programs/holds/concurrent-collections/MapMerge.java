import java.util.concurrent.ConcurrentHashMap;

/**
 * ConcurrentHashMap.merge is atomic.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class MapMerge {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

    static void a() {
        map.merge("key", 1, Integer::sum);
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(MapMerge::a, "a");
        Thread b = new Thread(MapMerge::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert map.get("key") == 2;
    }
}
