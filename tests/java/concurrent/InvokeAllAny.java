import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** invokeAll gives all futures in order; invokeAny the first success and cancels the rest; both with limits. */
public class InvokeAllAny {
    static Callable<String> value(String s) {
        return () -> s;
    }

    static Callable<String> failing(String s) {
        return () -> {
            throw new IllegalStateException(s);
        };
    }

    static Callable<String> blocking() {
        return () -> {
            new CountDownLatch(1).await();
            return "never";
        };
    }

    static String show(Future<String> f) throws InterruptedException {
        try {
            return f.get();
        } catch (ExecutionException e) {
            return "failed:" + e.getCause().getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            tasks.add(i == 3 ? failing("task 3") : value("task " + i));
        }
        for (Future<String> f : pool.invokeAll(tasks)) {
            System.out.println("invokeAll: done " + f.isDone() + " " + show(f));
        }
        List<Future<String>> timed = pool.invokeAll(List.of(value("quick"), blocking(), blocking()), 500,
                TimeUnit.MILLISECONDS);
        System.out.println("timed invokeAll: " + show(timed.get(0)) + " " + show(timed.get(1)) + " "
                + show(timed.get(2)));
        System.out.println("no tasks: " + pool.invokeAll(List.<Callable<String>>of()).size());

        System.out.println("invokeAny: " + pool.invokeAny(List.of(failing("a"), blocking(), value("winner"))));
        System.out.println("after failures: " + pool.invokeAny(List.of(failing("a"), failing("b"), value("last"))));
        try {
            pool.invokeAny(List.of(failing("only")));
        } catch (ExecutionException e) {
            System.out.println("all fail: " + e.getCause());
        }
        try {
            pool.invokeAny(List.of(blocking(), blocking()), 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("invokeAny timeout");
        }
        try {
            pool.invokeAny(List.<Callable<String>>of());
        } catch (IllegalArgumentException e) {
            System.out.println("no tasks: " + e.getClass().getSimpleName());
        }
        System.out.println("the pool is free again: " + pool.submit(value("yes")).get());
        Thread.currentThread().interrupt();
        try {
            pool.invokeAll(List.of(blocking()));
        } catch (InterruptedException e) {
            System.out.println("invokeAll interrupted");
        }
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
