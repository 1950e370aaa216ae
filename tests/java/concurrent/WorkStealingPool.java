import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A work-stealing pool used as an executor: daemon threads, asynchronous mode, tasks that submit tasks. */
public class WorkStealingPool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(3);
        ForkJoinPool fj = (ForkJoinPool) pool;
        System.out.println("parallelism " + fj.getParallelism() + " async " + fj.getAsyncMode());
        System.out.println("daemon " + pool.submit(() -> Thread.currentThread().isDaemon()).get());
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            int n = i;
            tasks.add(() -> n * n);
        }
        int sum = 0;
        for (Future<Integer> f : pool.invokeAll(tasks)) {
            sum += f.get();
        }
        System.out.println("sum " + sum);
        System.out.println("any " + pool.invokeAny(List.of(() -> "x", () -> "x")));
        Future<Integer> failing = pool.submit(() -> {
            throw new IllegalStateException("in the pool");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            Throwable t = e;
            while (t.getCause() != null) {
                t = t.getCause();
            }
            System.out.println("failure " + t.getMessage() + ", done " + failing.isDone());
        }
        AtomicInteger leaves = new AtomicInteger();
        class Node implements Runnable {
            final int depth;

            Node(int depth) {
                this.depth = depth;
            }

            @Override
            public void run() {
                if (depth == 0) {
                    leaves.incrementAndGet();
                    return;
                }
                pool.execute(new Node(depth - 1));
                pool.execute(new Node(depth - 1));
            }
        }
        pool.execute(new Node(6));
        while (leaves.get() < 64) {
            Thread.sleep(1);
        }
        System.out.println("leaves " + leaves + ", quiet " + fj.awaitQuiescence(1, TimeUnit.HOURS));
        System.out.println("still queued " + fj.hasQueuedSubmissions() + " " + fj.getQueuedTaskCount());
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.isShutdown() + " "
                + pool.isTerminated());
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException e) {
            System.out.println("rejected after shutdown");
        }
        try {
            Executors.newWorkStealingPool(0);
        } catch (IllegalArgumentException e) {
            System.out.println("no parallelism: " + e.getClass().getSimpleName());
        }
    }
}
