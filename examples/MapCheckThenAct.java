import java.util.concurrent.ConcurrentHashMap;

/**
 * A check and an act that are atomic one by one, and not together: both threads may find the key absent and put it in.
 *
 * <p>Property: one of the threads was first.
 * <br>Expected: sc violated, jmm violated, race no.
 */
public class MapCheckThenAct {
    static final ConcurrentHashMap<String, Integer> owners = new ConcurrentHashMap<>();
    static boolean firstWon;
    static boolean secondWon;

    static boolean claim(int who) {
        if (owners.containsKey("key")) {
            return false;
        }
        owners.put("key", who);
        return true;
    }

    static void first() {
        firstWon = claim(1);
    }

    static void second() {
        secondWon = claim(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(MapCheckThenAct::first, "first");
        Thread second = new Thread(MapCheckThenAct::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert firstWon != secondWon;
    }
}
