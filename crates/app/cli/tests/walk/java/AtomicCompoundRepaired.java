import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tickets are sold by compare and set.
 *
 * <p>Expected: holds.
 */
public class AtomicCompoundRepaired {
    static final AtomicInteger tickets = new AtomicInteger(2);

    static void sell() {
        while (true) {
            int left = tickets.get();
            if (left == 0) {
                return;
            }
            tickets.compareAndSet(left, left - 1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(AtomicCompoundRepaired::sell);
        Thread second = new Thread(AtomicCompoundRepaired::sell);
        first.start();
        second.start();
        first.join();
        second.join();
        assert tickets.get() == 0 : tickets.get();
    }
}
