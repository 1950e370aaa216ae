/**
 * The counter, repaired by a lock.
 *
 * <p>Expected: holds.
 * <br>Arguments: 10; 100.
 */
public class CounterSynchronized {
    private int counter;

    synchronized void increment() {
        counter++;
    }

    synchronized int get() {
        return counter;
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        CounterSynchronized counter = new CounterSynchronized();
        Runnable count = () -> {
            for (int i = 0; i < rounds; i++) {
                counter.increment();
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
