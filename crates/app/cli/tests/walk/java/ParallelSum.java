import java.util.stream.IntStream;

/**
 * A parallel stream with a side effect.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class ParallelSum {
    static int sum;

    public static void main(String[] args) {
        IntStream.range(0, 4).parallel().forEach(i -> sum += i);
        assert sum == 6 : sum;
    }
}
