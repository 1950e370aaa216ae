import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** CompletableFuture and exceptions: how they travel, exceptionally, handle, whenComplete, cancellation. */
public class FutureFailures {
    static String name(Throwable t) {
        return t == null ? "null" : t.getClass().getSimpleName() + "(" + t.getMessage() + ")";
    }

    static String join(CompletableFuture<?> f) {
        try {
            return "value " + f.join();
        } catch (CompletionException e) {
            return "CompletionException of " + name(e.getCause());
        } catch (CancellationException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        CompletableFuture<Integer> dependent = f.thenApply(n -> n + 1);
        System.out.println("fail " + f.completeExceptionally(new IllegalStateException("cause")) + " again "
                + f.completeExceptionally(new Error()));
        System.out.println("state " + f.isDone() + " " + f.isCompletedExceptionally() + " " + f.isCancelled());
        System.out.println("join " + join(f) + ", dependent " + join(dependent));
        try {
            f.get();
        } catch (ExecutionException e) {
            System.out.println("get " + name(e.getCause()));
        }
        // The source's own handler sees the bare exception, a dependent's sees it wrapped.
        f.whenComplete((v, t) -> System.out.println("at the source " + v + " " + name(t)));
        dependent.whenComplete((v, t) -> System.out.println("one further " + v + " " + t.getClass().getSimpleName()));
        System.out.println("exceptionally " + join(f.exceptionally(t -> -1)) + " "
                + join(dependent.exceptionally(t -> -2)));
        System.out.println("handle " + join(f.handle((v, t) -> t == null ? "ok" : "handled")) + " "
                + join(CompletableFuture.completedFuture(3).handle((v, t) -> v + " " + name(t))));
        System.out.println("thrown in a stage " + join(CompletableFuture.completedFuture(1).thenApply(n -> n / 0)));
        System.out.println("thrown in async " + join(CompletableFuture.supplyAsync(() -> {
            throw new IllegalArgumentException("async");
        })));
        System.out.println("whenComplete keeps the value " + join(CompletableFuture.completedFuture(1)
                .whenComplete((v, t) -> { })) + ", its own failure " + join(CompletableFuture.completedFuture(1)
                .whenComplete((v, t) -> {
                    throw new IllegalStateException("in whenComplete");
                })));
        System.out.println("both fail: the first stays " + join(f.whenComplete((v, t) -> {
            throw new IllegalStateException("second");
        })));
        System.out.println("exceptionallyCompose "
                + join(f.exceptionallyCompose(t -> CompletableFuture.completedFuture(8))));
        System.out.println("exceptionallyAsync " + join(f.exceptionallyAsync(t -> 9)) + " handleAsync "
                + join(f.handleAsync((v, t) -> 10)));
        System.out.println("skipped stages " + join(f.thenApply(n -> {
            System.out.println("must not run");
            return n;
        }).thenRun(() -> System.out.println("must not run")).exceptionally(t -> null)));
        System.out.println("failed future " + join(CompletableFuture.failedFuture(new Exception("checked"))));
        System.out.println("checked exception wrapped " + join(CompletableFuture.supplyAsync(() -> {
            throw new CompletionException("own wrapper", new Exception("inside"));
        })));

        CompletableFuture<String> c = new CompletableFuture<>();
        CompletableFuture<String> after = c.thenApply(s -> s);
        System.out.println("cancel " + c.cancel(true) + " " + c.isCancelled() + " exceptional "
                + c.isCompletedExceptionally() + " join " + join(c));
        System.out.println("after cancel " + join(after).replaceAll("\\(.*", "") + " cancelled " + after.isCancelled());
        System.out.println("cancelling a dependent leaves the source " + cancelDependent());
        c.obtrudeException(new IllegalStateException("obtruded"));
        System.out.println("obtruded " + join(c));
    }

    static String cancelDependent() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        source.thenApply(n -> n).cancel(false);
        return "done " + source.isDone();
    }
}
