/**
 * Two threads count together, and nobody guards the counter.
 *
 * <p>Expected: violated.
 * <br>Arguments: 10; 1000; 100000.
 * <br>Says: assertion: java.lang.AssertionError: lost updates
 */
public class Counter {
    static int counter;

    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Runnable count = () -> {
            for (int i = 0; i < rounds; i++) {
                counter++;
            }
        };
        Thread first = new Thread(count);
        Thread second = new Thread(count);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("counted " + counter);
        assert counter == 2 * rounds : "lost updates: " + counter;
    }
}
