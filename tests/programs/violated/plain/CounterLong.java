/**
 * The textbook: more rounds than anybody can search all interleavings of, and one of the first executions shows it.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Options: --simplify 1s
 */
public class CounterLong {
    static int counter;

    public static void main(String[] args) throws InterruptedException {
        Runnable count = () -> {
            for (int i = 0; i < 1000; i++) {
                counter++;
            }
        };
        Thread first = new Thread(count);
        Thread second = new Thread(count);
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 2000 : "lost updates: " + counter;
    }
}
