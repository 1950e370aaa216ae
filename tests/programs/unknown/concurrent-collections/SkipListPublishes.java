import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What was done before an entry was put happens before what follows its being found.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>Today: jmm unknown, race yes
 */
public class SkipListPublishes {
    static int data;

    public static void main(String[] args) {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        new Thread(() -> {
            if (map.get(1) != null) {
                assert data == 42;
            }
        }).start();
        data = 42;
        map.put(1, 1);
    }
}
