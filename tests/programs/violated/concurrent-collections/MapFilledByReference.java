import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The function of a map is a method of another object of the class library: that is changed before the map is.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class MapFilledByReference {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        AtomicInteger sum = new AtomicInteger();
        Thread writer = new Thread(() -> map.computeIfAbsent(5, sum::addAndGet));
        writer.start();
        if (sum.get() == 5) {
            assert map.containsKey(5);
        }
        writer.join();
    }
}
