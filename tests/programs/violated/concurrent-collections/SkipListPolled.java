import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The first entry is found, then taken; a lower one may come in between.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class SkipListPolled {
    static int polled;
    static boolean found;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        map.put(2, 2);
        Thread taker = new Thread(() -> polled = map.pollFirstEntry().getKey());
        Thread writer = new Thread(() -> {
            map.put(1, 1);
            found = map.containsKey(2);
        });
        taker.start();
        writer.start();
        taker.join();
        writer.join();
        assert !(polled == 2 && found);
    }
}
