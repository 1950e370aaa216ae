import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** ExecutorCompletionService hands futures out in the order of completion. */
public class CompletionServices {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        System.out.println("nothing yet " + service.poll() + " " + service.poll(1, TimeUnit.MILLISECONDS));
        // Task i waits until task i + 1 has been taken, so they complete in reverse order.
        CountDownLatch[] may = new CountDownLatch[4];
        for (int i = 0; i < 4; i++) {
            may[i] = new CountDownLatch(1);
        }
        for (int i = 0; i < 4; i++) {
            int id = i;
            service.submit(() -> {
                may[id].await();
                return id;
            });
        }
        for (int i = 3; i >= 0; i--) {
            may[i].countDown();
            Future<Integer> f = service.take();
            System.out.println("took task " + f.get() + ", done " + f.isDone());
        }
        System.out.println("nothing left " + service.poll());

        Future<Integer> submitted = service.submit(() -> {
            throw new IllegalStateException("fails");
        });
        Future<Integer> taken = service.take();
        System.out.println("same future " + (submitted == taken));
        try {
            taken.get();
        } catch (ExecutionException e) {
            System.out.println("failure " + e.getCause().getMessage());
        }
        service.submit(() -> System.out.println("runnable with a result"), 77);
        System.out.println("result " + service.take().get());
        CountDownLatch never = new CountDownLatch(1);
        Future<Integer> cancelled = service.submit(() -> {
            never.await();
            return 0;
        });
        cancelled.cancel(true);
        System.out.println("a cancelled one arrives too " + service.take().isCancelled());

        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            int n = i;
            all.add(service.submit(() -> n * n));
        }
        int sum = 0;
        for (int i = 0; i < all.size(); i++) {
            sum += service.poll(1, TimeUnit.DAYS).get();
        }
        System.out.println("sum of 20 " + sum + ", all done " + all.stream().allMatch(Future::isDone));
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS));
        try {
            new ExecutorCompletionService<Integer>(null);
        } catch (NullPointerException e) {
            System.out.println("no executor: NullPointerException");
        }
    }
}
