import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A fixed thread pool: submit, results, failures, shutdown, rejection, awaitTermination. */
public class FixedPool {
    static String text(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "@ID");
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        System.out.println(text(pool));
        List<Future<Integer>> squares = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int n = i;
            squares.add(pool.submit(() -> n * n));
        }
        int sum = 0;
        for (Future<Integer> f : squares) {
            sum += f.get();
        }
        System.out.println("sum of squares " + sum);
        Future<?> runnable = pool.submit(() -> { });
        System.out.println("Runnable gives " + runnable.get() + ", done " + runnable.isDone());
        Future<String> fixed = pool.submit(() -> { }, "given");
        System.out.println("Runnable with result gives " + fixed.get());
        Future<Object> failing = pool.submit(() -> {
            throw new IllegalStateException("task failed");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
            System.out.println("cause " + e.getCause() + ", done " + failing.isDone()
                    + ", cancelled " + failing.isCancelled());
        }
        System.out.println("the pool survives: " + pool.submit(() -> "alive").get());
        String name = pool.submit(() -> Thread.currentThread().getName()).get();
        System.out.println("thread name " + name.replaceAll("[0-9]$", "N"));
        System.out.println("daemon " + pool.submit(() -> Thread.currentThread().isDaemon()).get()
                + " priority " + pool.submit(() -> Thread.currentThread().getPriority()).get());
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            pool.execute(ran::incrementAndGet);
        }
        System.out.println("shutdown " + pool.isShutdown() + " terminated " + pool.isTerminated());
        pool.shutdown();
        System.out.println("shutdown " + pool.isShutdown());
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            System.out.println("rejected after shutdown");
        }
        System.out.println("terminated in time " + pool.awaitTermination(1, TimeUnit.HOURS));
        System.out.println("queued tasks still ran: " + ran + ", terminated " + pool.isTerminated());
        // The count of pool threads in the text is not fixed at this point: a worker may still be on its way out.
        System.out.println(text(pool).replaceAll("pool size = [0-9]+", "pool size = N"));
        pool.shutdown();
        System.out.println("second shutdown is harmless, shutdownNow gives " + pool.shutdownNow());
        try {
            Executors.newFixedThreadPool(0);
        } catch (IllegalArgumentException e) {
            System.out.println("no threads: " + e.getClass().getName());
        }
        try {
            pool.submit((Runnable) null);
        } catch (NullPointerException e) {
            System.out.println("null task: " + e.getClass().getName());
        }
    }
}
