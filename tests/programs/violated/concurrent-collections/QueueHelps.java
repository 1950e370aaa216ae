import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A thread that looks into a queue also moves its head on, after it has looked. Another one that takes the
 * element in between is not ordered after it, although the element was still there when the first one looked:
 * its Javadoc orders only who takes an element after who put it there.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class QueueHelps {
    static int x;
    static int seen;
    static boolean empty;
    static String taken;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        queue.add("a");
        Thread looks = new Thread(() -> {
            x = 1;
            empty = queue.isEmpty();
        });
        Thread takes = new Thread(() -> {
            taken = queue.poll();
            seen = x;
        });
        looks.start();
        takes.start();
        looks.join();
        takes.join();
        assert empty || taken == null || seen == 1;
    }
}
