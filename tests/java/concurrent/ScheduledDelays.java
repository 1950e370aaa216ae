import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One-shot delayed tasks: results, order by time, cancellation, removal, what shutdown does with waiting tasks. */
public class ScheduledDelays {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
        long before = System.nanoTime();
        ScheduledFuture<String> f = s.schedule(() -> "value", 20, TimeUnit.MILLISECONDS);
        System.out.println("callable " + f.get() + ", waited long enough "
                + (System.nanoTime() - before >= TimeUnit.MILLISECONDS.toNanos(20)));
        System.out.println("delay is over " + (f.getDelay(TimeUnit.NANOSECONDS) <= 0) + ", done " + f.isDone());
        System.out.println("runnable " + s.schedule(() -> System.out.println("runs"), 1, TimeUnit.MILLISECONDS).get());
        System.out.println("no and negative delay " + s.schedule(() -> 1, 0, TimeUnit.SECONDS).get() + " "
                + s.schedule(() -> 2, -5, TimeUnit.SECONDS).get());

        StringBuffer order = new StringBuffer();
        ScheduledFuture<?> late = s.schedule(() -> order.append("late "), 600, TimeUnit.MILLISECONDS);
        s.schedule(() -> order.append("middle "), 300, TimeUnit.MILLISECONDS);
        s.execute(() -> order.append("now "));
        late.get();
        System.out.println("order " + order);
        ScheduledFuture<?> a = s.schedule(() -> { }, 1, TimeUnit.HOURS);
        ScheduledFuture<?> b = s.schedule(() -> { }, 2, TimeUnit.HOURS);
        System.out.println("compareTo " + (a.compareTo(b) < 0) + " " + (b.compareTo(a) > 0) + " " + a.compareTo(a)
                + ", queue " + s.getQueue().size());
        long left = a.getDelay(TimeUnit.SECONDS);
        System.out.println("delay left is nearly an hour " + (left > 3000 && left <= 3600));
        System.out.println("cancel " + a.cancel(false) + ", still queued " + s.getQueue().size());
        s.purge();
        System.out.println("purged " + s.getQueue().size());
        s.setRemoveOnCancelPolicy(true);
        b.cancel(false);
        System.out.println("removed on cancel " + s.getQueue().size());
        try {
            a.get();
        } catch (CancellationException e) {
            System.out.println("get of a cancelled one: CancellationException");
        }

        // By default shutdown still runs the delayed tasks; the policy can say otherwise.
        s.schedule(() -> System.out.println("delayed task after shutdown"), 10, TimeUnit.MILLISECONDS);
        s.shutdown();
        System.out.println("ended " + s.awaitTermination(1, TimeUnit.HOURS));
        ScheduledThreadPoolExecutor strict = new ScheduledThreadPoolExecutor(1);
        strict.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        ScheduledFuture<?> dropped = strict.schedule(() -> System.out.println("must not run"), 1, TimeUnit.HOURS);
        strict.shutdown();
        System.out.println("dropped " + dropped.isCancelled() + ", ended "
                + strict.awaitTermination(1, TimeUnit.HOURS));
        ScheduledExecutorService now = Executors.newScheduledThreadPool(2);
        now.schedule(() -> System.out.println("must not run"), 1, TimeUnit.HOURS);
        now.schedule(() -> System.out.println("must not run"), 2, TimeUnit.HOURS);
        System.out.println("shutdownNow returns " + now.shutdownNow().size());
        System.out.println("ended " + now.awaitTermination(1, TimeUnit.HOURS));
        ScheduledExecutorService single = Executors.newSingleThreadScheduledExecutor();
        System.out.println("single " + single.schedule(() -> Thread.currentThread().isDaemon(), 1,
                TimeUnit.MILLISECONDS).get());
        single.shutdown();
    }
}
