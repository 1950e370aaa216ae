import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Asks again and again for what nobody delivers.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: hang: main
 */
public class PollNever {
    public static void main(String[] args) throws Exception {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        while (queue.poll(1, TimeUnit.SECONDS) == null) {
        }
    }
}
