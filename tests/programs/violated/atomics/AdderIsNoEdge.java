import java.util.concurrent.atomic.LongAdder;

/**
 * Adders promise no edges: what an increment finds was set by a reset, and all the same it need not know what came before the reset, since it updates with the
 * semantics of a release only. Found by <code>thinair contracts --verify</code>.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class AdderIsNoEdge {
    static final LongAdder ADDER = new LongAdder();
    static int written;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread resets = new Thread(() -> {
            written = 1;
            ADDER.reset();
        });
        Thread adds = new Thread(() -> {
            ADDER.increment();
            seen = written;
        });
        resets.start();
        adds.start();
        resets.join();
        adds.join();
        assert ADDER.sum() != 1 || seen == 1;
    }
}
