import java.util.concurrent.atomic.AtomicInteger;

/**
 * Each call is atomic, and the two together are not: more tickets are sold than there are.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError: -1
 */
public class AtomicCompound {
    static final AtomicInteger tickets = new AtomicInteger(2);

    static void sell() {
        while (tickets.get() > 0) {
            tickets.decrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(AtomicCompound::sell);
        Thread second = new Thread(AtomicCompound::sell);
        first.start();
        second.start();
        first.join();
        second.join();
        assert tickets.get() >= 0 : tickets.get();
    }
}
