import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Periodic tasks at a fixed rate and with a fixed delay; they end by cancel, exception or shutdown. */
public class ScheduledPeriods {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(2);
        CountDownLatch five = new CountDownLatch(5);
        StringBuffer ticks = new StringBuffer();
        ScheduledFuture<?> rate = s.scheduleAtFixedRate(() -> {
            if (five.getCount() > 0) {
                ticks.append("tick ");
            }
            five.countDown();
        }, 0, 2, TimeUnit.MILLISECONDS);
        five.await();
        System.out.println("cancel " + rate.cancel(false) + ", done " + rate.isDone() + ", " + ticks);
        try {
            rate.get();
        } catch (CancellationException e) {
            System.out.println("get of a cancelled periodic task");
        }

        // With a fixed delay the next run starts that long after the end of the one before.
        long[] starts = new long[4];
        long[] ends = new long[4];
        int[] n = new int[1];
        CountDownLatch four = new CountDownLatch(4);
        ScheduledFuture<?> delay = s.scheduleWithFixedDelay(() -> {
            if (n[0] < 4) {
                starts[n[0]] = System.nanoTime();
                ends[n[0]] = System.nanoTime();
                n[0]++;
                four.countDown();
            }
        }, 1, 5, TimeUnit.MILLISECONDS);
        four.await();
        delay.cancel(true);
        boolean apart = true;
        for (int i = 1; i < 4; i++) {
            apart &= starts[i] - ends[i - 1] >= 5_000_000;
        }
        System.out.println("fixed delay kept " + apart);

        int[] runs = new int[1];
        ScheduledFuture<?> failing = s.scheduleAtFixedRate(() -> {
            if (++runs[0] == 3) {
                throw new IllegalStateException("third run");
            }
        }, 1, 1, TimeUnit.MILLISECONDS);
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println("an exception ends it: " + e.getCause().getMessage() + " after " + runs[0] + " runs");
        }
        ScheduledFuture<?>[] self = new ScheduledFuture<?>[1];
        CountDownLatch known = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        int[] selfRuns = new int[1];
        self[0] = s.scheduleAtFixedRate(() -> {
            try {
                known.await();
            } catch (InterruptedException e) {
                return;
            }
            if (++selfRuns[0] == 2) {
                self[0].cancel(false);
                cancelled.countDown();
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        known.countDown();
        cancelled.await();
        System.out.println("cancels itself after " + selfRuns[0] + " runs");
        for (long bad : new long[] {0, -1}) {
            try {
                s.scheduleAtFixedRate(() -> { }, 0, bad, TimeUnit.SECONDS);
            } catch (IllegalArgumentException e) {
                System.out.println("period " + bad + ": " + e.getClass().getSimpleName());
            }
        }
        CountDownLatch ran = new CountDownLatch(2);
        ScheduledFuture<?> last = s.scheduleAtFixedRate(ran::countDown, 0, 1, TimeUnit.MILLISECONDS);
        ran.await();
        s.shutdown();
        System.out.println("shutdown ends periodic tasks " + s.awaitTermination(1, TimeUnit.HOURS) + " "
                + last.isCancelled() + ", policy " + s.getContinueExistingPeriodicTasksAfterShutdownPolicy());
    }
}
