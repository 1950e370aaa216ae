import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** CompletableFuture: creation, completion by hand, the single-source stages, synchronous and asynchronous. */
public class FutureChains {
    static String text(CompletableFuture<?> f) {
        return f.toString().replaceAll("^.*@[0-9a-f]+", "");
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        System.out.println(text(f) + " done " + f.isDone() + " now " + f.getNow("default"));
        CompletableFuture<Integer> length = f.thenApply(String::length);
        System.out.println(text(f) + " dependents " + f.getNumberOfDependents());
        System.out.println("complete " + f.complete("hello") + ", again " + f.complete("other"));
        System.out.println(text(f) + " " + f.join() + " " + f.get() + " length " + length.get(1, TimeUnit.DAYS));
        f.obtrudeValue("forced");
        System.out.println("obtruded " + f.join() + ", dependent keeps " + length.join());
        System.out.println("completed " + CompletableFuture.completedFuture(5).thenApply(n -> n + 1)
                .thenApply(n -> n * 2).join());
        StringBuilder log = new StringBuilder();
        CompletableFuture<Void> accepted = CompletableFuture.completedFuture("x").thenAccept(log::append);
        CompletableFuture<Void> ran = accepted.thenRun(() -> log.append("!"));
        System.out.println("accept and run '" + log + "' value " + ran.join());
        System.out.println("compose " + CompletableFuture.supplyAsync(() -> 20)
                .thenCompose(n -> CompletableFuture.supplyAsync(() -> n + 1)).join());
        System.out.println("async chain " + CompletableFuture.supplyAsync(() -> "a").thenApplyAsync(s -> s + "b")
                .thenApplyAsync(s -> s + "c").thenApply(String::toUpperCase).join());
        int[] box = new int[1];
        CompletableFuture.runAsync(() -> box[0] = 7).thenRunAsync(() -> box[0]++)
                .thenAcceptAsync(v -> box[0] *= 2).join();
        System.out.println("runAsync " + box[0]);

        ExecutorService pool = Executors.newSingleThreadExecutor(r -> new Thread(r, "own"));
        System.out.println("in " + CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), pool)
                .thenApplyAsync(n -> n + " then " + Thread.currentThread().getName(), pool).join());

        // A dependent added before completion runs in the completing thread, one added after in the adding thread.
        CompletableFuture<String> manual = new CompletableFuture<>();
        CompletableFuture<String> where = manual.thenApply(s -> Thread.currentThread().getName());
        Thread completer = new Thread(() -> manual.complete("go"), "completer");
        completer.start();
        completer.join();
        System.out.println("before: " + where.join() + ", after: "
                + manual.thenApply(s -> Thread.currentThread().getName()).join());
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return "interrupted";
            }
            return "slow";
        }, pool);
        System.out.println("not done " + slow.isDone() + " " + slow.getNow("absent"));
        gate.countDown();
        System.out.println(slow.join());
        System.out.println("copy " + slow.copy().join() + " stage " + slow.minimalCompletionStage()
                .toCompletableFuture().join());
        CompletableFuture<Integer> async = new CompletableFuture<Integer>().completeAsync(() -> 99, pool);
        System.out.println("completeAsync " + async.join());
        pool.shutdown();
        System.out.println("completed stage " + CompletableFuture.completedStage("s").toCompletableFuture().join());
    }
}
