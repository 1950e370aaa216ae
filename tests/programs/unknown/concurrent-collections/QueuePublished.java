import java.util.concurrent.LinkedBlockingQueue;

/**
 * A queue is published by a race. Some of its fields are not final, and its constructor sets them without the locks that guard them: who finds it may find them null.
 *
 * <p>Expected: sc holds, jmm violated, pso holds, race yes.
 * <br>Today: jmm unknown
 */
public class QueuePublished {
    static LinkedBlockingQueue<Integer> published;

    public static void main(String[] args) {
        Thread reads = new Thread(() -> {
            LinkedBlockingQueue<Integer> found = published;
            if (found != null) {
                found.offer(1);
            }
        });
        reads.start();
        published = new LinkedBlockingQueue<>();
    }
}
