import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** CompletableFuture: stages with two sources, allOf, anyOf, and what one failing source does to each. */
public class FutureCombinators {
    static <T> CompletableFuture<T> later() {
        return new CompletableFuture<>();
    }

    static String outcome(CompletableFuture<?> f) {
        if (!f.isDone()) {
            return "pending";
        }
        try {
            return "value " + f.join();
        } catch (CompletionException e) {
            return "failed " + e.getCause().getMessage();
        }
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> a = later();
        CompletableFuture<Integer> b = later();
        StringBuffer log = new StringBuffer();
        CompletableFuture<Integer> combined = a.thenCombine(b, Integer::sum);
        CompletableFuture<Void> both = a.thenAcceptBoth(b, (x, y) -> log.append("both ").append(x * y).append("; "));
        CompletableFuture<Void> after = a.runAfterBoth(b, () -> log.append("after both; "));
        CompletableFuture<String> either = a.applyToEither(b, x -> "first " + x);
        CompletableFuture<Void> accept = a.acceptEither(b, x -> log.append("either ").append(x).append("; "));
        CompletableFuture<Void> run = a.runAfterEither(b, () -> log.append("after either; "));
        CompletableFuture<Void> all = CompletableFuture.allOf(a, b);
        CompletableFuture<Object> any = CompletableFuture.anyOf(a, b);
        System.out.println("none: " + outcome(combined) + ", " + outcome(either) + ", " + outcome(all) + ", "
                + outcome(any));
        b.complete(6);
        System.out.println("one: " + outcome(combined) + ", " + outcome(either) + ", " + outcome(all) + ", "
                + outcome(any));
        System.out.println("acceptEither done " + accept.isDone() + ", runAfterEither done " + run.isDone());
        a.complete(7);
        System.out.println("two: " + outcome(combined) + ", " + outcome(either) + ", " + outcome(all) + ", "
                + outcome(any));
        System.out.println("both done " + both.isDone() + " " + after.isDone());
        List<String> entries = new ArrayList<>(List.of(log.toString().trim().split("; ?")));
        entries.sort(null);
        System.out.println(entries);

        CompletableFuture<Integer> bad = later();
        CompletableFuture<Integer> good = later();
        CompletableFuture<Integer> sum = bad.thenCombine(good, Integer::sum);
        CompletableFuture<Void> allBad = CompletableFuture.allOf(bad, good);
        CompletableFuture<Object> anyBad = CompletableFuture.anyOf(bad, good);
        CompletableFuture<Integer> eitherBad = bad.applyToEither(good, x -> x);
        bad.completeExceptionally(new IllegalStateException("bad source"));
        System.out.println("one failed: any " + outcome(anyBad) + ", either " + outcome(eitherBad));
        good.complete(1);
        System.out.println("both done: combine " + outcome(sum) + ", all " + outcome(allBad));

        System.out.println("empty allOf " + outcome(CompletableFuture.allOf()));
        System.out.println("empty anyOf " + outcome(CompletableFuture.anyOf()));
        List<CompletableFuture<Integer>> many = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            int n = i;
            many.add(CompletableFuture.supplyAsync(() -> n * n));
        }
        CompletableFuture<Integer> total = CompletableFuture.allOf(many.toArray(new CompletableFuture<?>[0]))
                .thenApply(v -> many.stream().collect(Collectors.summingInt(CompletableFuture::join)));
        System.out.println("total " + total.join());
        System.out.println("async combine " + CompletableFuture.supplyAsync(() -> 2)
                .thenCombineAsync(CompletableFuture.supplyAsync(() -> 3), (x, y) -> x * y).join());
        System.out.println("async either " + CompletableFuture.supplyAsync(() -> 1)
                .applyToEitherAsync(later(), x -> x + 1).join());
        System.out.println("any async " + CompletableFuture.anyOf(CompletableFuture.supplyAsync(() -> "same"),
                CompletableFuture.supplyAsync(() -> "same")).join());
        CompletableFuture<Integer> start = CompletableFuture.completedFuture(1);
        for (int i = 0; i < 100; i++) {
            start = start.thenCompose(x -> CompletableFuture.supplyAsync(() -> x + 1));
        }
        System.out.println("long chain " + start.join());
    }
}
