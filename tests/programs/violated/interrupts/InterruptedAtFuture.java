import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Who has seen that a task is not done, and then looks whether it is interrupted, throws although the task was done before the interrupt.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InterruptedAtFuture {
    static final FutureTask<Integer> TASK = new FutureTask<>(() -> 1);
    static boolean thrown;

    public static void main(String[] args) throws InterruptedException {
        Thread asks = new Thread(() -> {
            try {
                TASK.get();
            } catch (InterruptedException e) {
                thrown = true;
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        });
        asks.start();
        TASK.run();
        asks.interrupt();
        asks.join();
        assert !thrown;
    }
}
