//@ jdk: 21
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/** One virtual thread per task; executors closed by try-with-resources; Future.state, resultNow, exceptionNow. */
public class VirtualExecutor {
    public static void main(String[] args) throws Exception {
        List<Future<Integer>> futures = new ArrayList<>();
        ExecutorService kept;
        try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
            kept = ex;
            System.out.println("virtual " + ex.submit(() -> Thread.currentThread().isVirtual()).get());
            CountDownLatch together = new CountDownLatch(20);
            for (int i = 0; i < 20; i++) {
                int n = i;
                futures.add(ex.submit(() -> {
                    together.countDown();
                    together.await();
                    return n * n;
                }));
            }
        }
        // close() waited for all of them.
        int sum = 0;
        for (Future<Integer> f : futures) {
            sum += f.resultNow();
        }
        System.out.println("sum " + sum + ", terminated " + kept.isTerminated());
        try {
            kept.submit(() -> { });
        } catch (RejectedExecutionException e) {
            System.out.println("rejected after close");
        }
        ExecutorService pool = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("task-", 1).factory());
        System.out.println("names " + pool.submit(() -> Thread.currentThread().getName()).get() + " "
                + pool.submit(() -> Thread.currentThread().getName()).get());
        CountDownLatch gate = new CountDownLatch(1);
        Future<String> waiting = pool.submit(() -> {
            gate.await();
            return "opened";
        });
        System.out.println("state " + waiting.state());
        try {
            waiting.resultNow();
        } catch (IllegalStateException e) {
            System.out.println("resultNow: " + e.getMessage());
        }
        gate.countDown();
        System.out.println(waiting.get() + " " + waiting.state() + " " + waiting.resultNow());
        Future<String> failing = pool.submit(() -> {
            throw new IllegalArgumentException("no luck");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println("failed " + e.getCause().getMessage());
        }
        System.out.println(failing.state() + " " + failing.exceptionNow().getMessage());
        try {
            failing.resultNow();
        } catch (IllegalStateException e) {
            System.out.println("resultNow: " + e.getMessage());
        }
        Future<String> blocked = pool.submit(() -> {
            new CountDownLatch(1).await();
            return "never";
        });
        blocked.cancel(true);
        System.out.println(blocked.state());
        List<Callable<Integer>> two = List.of(() -> 1, () -> 2);
        System.out.println("invokeAll " + pool.invokeAll(two).stream().mapToInt(Future::resultNow).sum()
                + ", invokeAny " + (pool.invokeAny(two) > 0));
        pool.close();
        pool.close();
        System.out.println("closed " + pool.isShutdown() + " " + pool.isTerminated());
        try (ExecutorService fixed = Executors.newFixedThreadPool(2)) {
            fixed.submit(() -> System.out.println("a platform pool closes too"));
        }
        System.out.println("end");
    }
}
