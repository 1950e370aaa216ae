import java.util.ArrayList;
import java.util.List;

/**
 * An ArrayList is filled by two threads.
 *
 * <p>Expected: violated.
 * <br>Arguments: 1000.
 */
public class Shopping {
    static final List<Integer> list = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        int items = Integer.parseInt(args[0]);
        Runnable fill = () -> {
            for (int i = 0; i < items; i++) {
                list.add(i);
            }
        };
        Thread first = new Thread(fill);
        Thread second = new Thread(fill);
        first.start();
        second.start();
        first.join();
        second.join();
        if (list.size() != 2 * items) {
            throw new IllegalStateException("only " + list.size());
        }
    }
}
