import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** CompletableFuture and time: orTimeout, completeOnTimeout, timed get, delayedExecutor. */
public class FutureTimeouts {
    static String join(CompletableFuture<?> f) {
        try {
            return "value " + f.join();
        } catch (CompletionException e) {
            return "failed " + e.getCause().getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        try {
            never.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timed get " + e.getMessage() + ", still open " + !never.isDone());
        }
        try {
            never.get(0, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.out.println("no patience");
        }
        CompletableFuture<String> limited = new CompletableFuture<String>().orTimeout(2, TimeUnit.MILLISECONDS);
        System.out.println("orTimeout " + join(limited) + " exceptional " + limited.isCompletedExceptionally());
        System.out.println("handled " + new CompletableFuture<String>().orTimeout(1, TimeUnit.MILLISECONDS)
                .exceptionally(t -> "fallback for " + t.getClass().getSimpleName()).join());
        System.out.println("in time " + join(CompletableFuture.supplyAsync(() -> "quick").orTimeout(1, TimeUnit.DAYS)));
        System.out.println("completed before " + join(CompletableFuture.completedFuture(1)
                .orTimeout(1, TimeUnit.MILLISECONDS)));
        System.out.println("completeOnTimeout " + join(new CompletableFuture<String>()
                .completeOnTimeout("default", 2, TimeUnit.MILLISECONDS)));
        System.out.println("value first " + join(CompletableFuture.supplyAsync(() -> "real")
                .completeOnTimeout("default", 1, TimeUnit.DAYS)));
        System.out.println("same future " + (never.completeOnTimeout("x", 1, TimeUnit.DAYS) == never));

        long before = System.nanoTime();
        String delayed = CompletableFuture.supplyAsync(() -> "delayed",
                CompletableFuture.delayedExecutor(15, TimeUnit.MILLISECONDS)).join();
        System.out.println(delayed + " long enough " + (System.nanoTime() - before >= 15_000_000));
        ExecutorService own = Executors.newSingleThreadExecutor(r -> new Thread(r, "own"));
        System.out.println("delayed in " + CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(),
                CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, own)).join());
        // Two delays on one thread: the shorter comes first although it was asked for second.
        StringBuffer order = new StringBuffer();
        CompletableFuture<Void> slow = CompletableFuture.runAsync(() -> order.append("slow "),
                CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS, own));
        CompletableFuture<Void> quick = CompletableFuture.runAsync(() -> order.append("quick "),
                CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, own));
        CompletableFuture.allOf(slow, quick).join();
        System.out.println("order " + order);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<String> blocked = CompletableFuture.supplyAsync(() -> {
            try {
                gate.await();
                return "late value";
            } catch (InterruptedException e) {
                return "interrupted";
            }
        }, own);
        CompletableFuture<String> copy = blocked.copy().orTimeout(1, TimeUnit.MILLISECONDS);
        System.out.println("copy " + join(copy) + ", original open " + !blocked.isDone());
        gate.countDown();
        System.out.println("original " + join(blocked));
        System.out.println("race " + CompletableFuture.anyOf(new CompletableFuture<>(),
                new CompletableFuture<>().completeOnTimeout("the limit wins", 1, TimeUnit.MILLISECONDS)).join());
        own.shutdown();
        System.out.println("ended " + own.awaitTermination(1, TimeUnit.HOURS));
    }
}
