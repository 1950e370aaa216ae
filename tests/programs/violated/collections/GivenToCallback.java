import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A list that the class library makes and hands to a lambda of the program, which keeps it: two add to it at once.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class GivenToCallback {
    static List<Integer> kept;

    public static void main(String[] args) throws InterruptedException {
        Stream.of(1).collect(Collectors.collectingAndThen(Collectors.toList(), list -> {
            kept = list;
            return 0;
        }));
        Thread a = new Thread(() -> kept.add(2), "a");
        Thread b = new Thread(() -> kept.add(3), "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert kept.size() == 3 : kept.size();
    }
}
