import java.util.HashMap;
import java.util.Map;

/**
 * A HashMap is not made for several threads.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class MapRace {
    static final Map<Integer, Integer> map = new HashMap<>();

    static void a() {
        map.put(1, 1);
    }

    static void b() {
        map.put(2, 2);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(MapRace::a, "a");
        Thread b = new Thread(MapRace::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert map.size() == 2;
    }
}
