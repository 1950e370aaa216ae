import java.util.concurrent.ConcurrentHashMap;

/**
 * The claim of {@code MapCheckThenAct} in one step, which is right: {@code putIfAbsent} checks and acts with nobody in between.
 *
 * <p>Property: one of the threads was first.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class MapPutIfAbsent {
    static final ConcurrentHashMap<String, Integer> owners = new ConcurrentHashMap<>();
    static boolean firstWon;
    static boolean secondWon;

    static boolean claim(int who) {
        return owners.putIfAbsent("key", who) == null;
    }

    static void first() {
        firstWon = claim(1);
    }

    static void second() {
        secondWon = claim(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(MapPutIfAbsent::first, "first");
        Thread second = new Thread(MapPutIfAbsent::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert firstWon != secondWon;
    }
}
