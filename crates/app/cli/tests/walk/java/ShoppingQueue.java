import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A concurrent queue.
 *
 * <p>Expected: holds.
 * <br>Arguments: 1; 3.
 */
public class ShoppingQueue {
    static final Queue<Integer> list = new ConcurrentLinkedQueue<>();

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
