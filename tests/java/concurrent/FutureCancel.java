import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Cancelling submitted tasks: queued, running with and without interrupt, finished; waiters are released. */
public class FutureCancel {
    static String get(Future<?> f) throws Exception {
        try {
            return "value " + f.get();
        } catch (CancellationException e) {
            return "cancelled " + e.getMessage();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Future<String> blocked = one.submit(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
                return "opened";
            } catch (InterruptedException e) {
                System.out.println("running task interrupted");
                return "ignored result";
            } finally {
                ended.countDown();
            }
        });
        Future<String> queued = one.submit(() -> {
            System.out.println("a cancelled queued task must not run");
            return "";
        });
        running.await();
        try {
            blocked.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("still running: " + e.getMessage() + ", done " + blocked.isDone());
        }
        System.out.println("cancel queued " + queued.cancel(false) + ", again " + queued.cancel(false));
        System.out.println("queued: done " + queued.isDone() + " cancelled " + queued.isCancelled() + " "
                + get(queued));
        String[] seen = new String[1];
        Thread waiter = new Thread(() -> {
            try {
                seen[0] = get(blocked);
            } catch (Exception e) {
                seen[0] = "unexpected " + e;
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        boolean cancelled = blocked.cancel(true);
        ended.await();
        waiter.join();
        System.out.println("cancel running " + cancelled + ", waiter saw: " + seen[0] + ", main sees: " + get(blocked));

        // Without the interrupt the task runs to its end, but its result is lost.
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        boolean[] completed = new boolean[1];
        Future<Integer> soft = one.submit(() -> {
            started.countDown();
            gate.await();
            completed[0] = true;
            return 1;
        });
        started.await();
        System.out.println("soft cancel " + soft.cancel(false) + " done " + soft.isDone());
        gate.countDown();
        System.out.println("next task " + one.submit(() -> "runs, flag "
                + Thread.currentThread().isInterrupted()).get());
        System.out.println("task completed " + completed[0] + ", its future: " + get(soft));
        Future<Integer> finished = one.submit(() -> 3);
        System.out.println(get(finished) + ", cancel too late " + finished.cancel(true) + " " + finished.isCancelled());
        Thread.currentThread().interrupt();
        Future<Integer> slow = one.submit(() -> {
            new CountDownLatch(1).await();
            return 0;
        });
        try {
            slow.get();
        } catch (InterruptedException e) {
            System.out.println("get interrupted, task done " + slow.isDone());
        }
        slow.cancel(true);
        one.shutdown();
        System.out.println("ended " + one.awaitTermination(1, TimeUnit.HOURS));
    }
}
