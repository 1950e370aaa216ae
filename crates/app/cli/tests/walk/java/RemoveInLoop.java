import java.util.ArrayList;
import java.util.List;

/**
 * Removing from a list in a loop over it needs no second thread to fail.
 *
 * <p>Expected: violated.
 * <br>Says: exception: java.util.ConcurrentModificationException
 */
public class RemoveInLoop {
    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4));
        for (Integer number : numbers) {
            if (number % 2 == 0) {
                numbers.remove(number);
            }
        }
    }
}
