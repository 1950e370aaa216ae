import java.util.List;
import java.util.Optional;

/**
 * What objects of the class library keep in final fields is seen as it was when they were made, also by who finds them by a race (JLS 17.5).
 *
 * <p>Expected: sc holds, jmm holds, pso holds, race yes.
 */
public class OptionalPublished {
    static Optional<int[]> published;
    static List<Integer> list;

    public static void main(String[] args) {
        Thread reads = new Thread(() -> {
            Optional<int[]> found = published;
            if (found != null) {
                assert found.get()[0] == 1;
            }
            List<Integer> numbers = list;
            if (numbers != null) {
                assert numbers.get(0) == 1;
            }
        });
        reads.start();
        int[] array = {0};
        array[0] = 1;
        published = Optional.of(array);
        list = List.of(1, 2, 3);
    }
}
