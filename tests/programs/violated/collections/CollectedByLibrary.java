import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A list that a stream is collected in is the program's.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class CollectedByLibrary {
    static final List<Integer> list = Stream.of(1).collect(Collectors.toList());

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> list.add(2));
        Thread second = new Thread(() -> list.add(3));
        first.start();
        second.start();
        first.join();
        second.join();
        assert list.size() == 3;
    }
}
