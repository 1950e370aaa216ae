import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A call that is one action may begin with a fence, which a search does at once: the call itself must still wait for its turn, or
 * the calls of two threads are seen in one order only.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class P70CallAfterFence {
    static final ConcurrentSkipListMap<Integer, String> MAP = new ConcurrentSkipListMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            String old = MAP.put(1, "first");
            assert old == null : "second was first";
        }, "first");
        Thread second = new Thread(() -> MAP.put(1, "second"), "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
