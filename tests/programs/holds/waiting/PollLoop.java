import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Asks again after each timeout: late or not, the thread that asks is where it was before.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PollLoop {
    public static void main(String[] args) throws Exception {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add("coffee"), "waiter").start();
        String got;
        while ((got = queue.poll(1, TimeUnit.SECONDS)) == null) {
        }
        assert got.equals("coffee");
    }
}
