import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A single-thread executor runs tasks in order; shutdownNow returns what did not start and interrupts what did. */
public class SingleThreadPool {
    public static void main(String[] args) throws Exception {
        CountDownLatch died = new CountDownLatch(1);
        ExecutorService one = Executors.newSingleThreadExecutor(r -> {
            Thread t = new Thread(r, "worker");
            t.setUncaughtExceptionHandler((th, e) -> {
                System.out.println(th.getName() + " died of " + e);
                died.countDown();
            });
            return t;
        });
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            int n = i;
            one.execute(() -> order.append(n).append(' '));
        }
        System.out.println("barrier " + one.submit(() -> Thread.currentThread().getName()).get());
        System.out.println("order " + order);
        // execute() lets the exception kill the worker; a new one takes over. submit() keeps it in the future.
        one.execute(() -> {
            throw new IllegalStateException("escapes");
        });
        died.await();
        System.out.println("next worker " + one.submit(() -> "runs").get());

        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Future<String> blocked = one.submit(() -> {
            running.countDown();
            try {
                never.await();
                return "opened";
            } catch (InterruptedException e) {
                return "interrupted by shutdownNow";
            }
        });
        Future<?> waiting = one.submit(() -> System.out.println("must not run"));
        one.execute(() -> System.out.println("must not run either"));
        running.await();
        List<Runnable> left = one.shutdownNow();
        System.out.println("left in the queue " + left.size());
        System.out.println("blocked task: " + blocked.get());
        System.out.println("queued task done " + waiting.isDone() + ", it is the returned one "
                + (left.get(0) == waiting));
        System.out.println("terminated " + one.awaitTermination(1, TimeUnit.HOURS));
        waiting.cancel(false);
        System.out.println("cancelled by hand " + waiting.isCancelled());

        Callable<Object> fromRunnable = Executors.callable(() -> System.out.println("adapter runs"));
        System.out.println("callable " + fromRunnable.call());
        System.out.println("callable with value " + Executors.callable(() -> { }, 5).call());
        Thread t = Executors.defaultThreadFactory().newThread(() -> { });
        System.out.println("default factory: " + t.getName().replaceAll("pool-[0-9]+", "pool-N")
                + " daemon " + t.isDaemon() + " priority " + t.getPriority());
    }
}
