import java.util.concurrent.FutureTask;

/**
 * A task is cancelled first, and interrupted then.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class TaskCancelled {
    static FutureTask<Integer> task;
    static volatile boolean early;

    public static void main(String[] args) throws InterruptedException {
        task = new FutureTask<>(() -> {
            early = task.isCancelled() && !Thread.currentThread().isInterrupted();
            return 1;
        });
        Thread thread = new Thread(task);
        thread.start();
        task.cancel(true);
        thread.join();
        assert !early;
    }
}
