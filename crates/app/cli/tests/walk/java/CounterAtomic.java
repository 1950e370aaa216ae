import java.util.concurrent.atomic.AtomicInteger;

/**
 * The counter, repaired by an atomic variable.
 *
 * <p>Expected: holds.
 * <br>Arguments: 10; 100.
 */
public class CounterAtomic {
    static final AtomicInteger counter = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Runnable count = () -> {
            for (int i = 0; i < rounds; i++) {
                counter.incrementAndGet();
            }
        };
        Thread first = new Thread(count);
        Thread second = new Thread(count);
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter.get() == 2 * rounds : counter.get();
    }
}
