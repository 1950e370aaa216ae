import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What a full ThreadPoolExecutor does with one more task, for each policy; and what it does after shutdown. */
public class RejectionPolicies {
    static void run(String name, RejectedExecutionHandler policy) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(2), policy);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        StringBuffer ran = new StringBuffer();
        pool.execute(() -> {
            started.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            ran.append("0 ");
        });
        started.await();
        for (int i = 1; i <= 4; i++) {
            int id = i;
            try {
                pool.execute(() -> ran.append(id)
                        .append(Thread.currentThread().getName().equals("main") ? "(main) " : " "));
            } catch (RejectedExecutionException e) {
                System.out.println(name + ": task " + i + " rejected, " + tail(e.getMessage()));
            }
        }
        System.out.println(name + ": queue " + pool.getQueue().size() + ", active " + pool.getActiveCount()
                + ", ran so far '" + ran + "'");
        gate.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(name + ": ran " + ran);
        int before = ran.length();
        try {
            pool.execute(() -> ran.append("after shutdown"));
            System.out.println(name + ": after shutdown silently ignored " + (ran.length() == before));
        } catch (RejectedExecutionException e) {
            System.out.println(name + ": after shutdown rejected");
        }
    }

    static String tail(String message) {
        return message.replaceAll("(?s)^.*rejected from .*@[0-9a-f]+", "");
    }

    public static void main(String[] args) throws Exception {
        run("abort", new ThreadPoolExecutor.AbortPolicy());
        run("discard", new ThreadPoolExecutor.DiscardPolicy());
        run("discard oldest", new ThreadPoolExecutor.DiscardOldestPolicy());
        run("caller runs", new ThreadPoolExecutor.CallerRunsPolicy());
        run("own", (r, pool) -> {
            System.out.println("own handler sees " + pool.getQueue().size() + " queued");
            if (!pool.isShutdown()) {
                r.run();
            }
        });
    }
}
