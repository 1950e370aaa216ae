import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A cached pool: a new thread when all are busy, idle threads used again, threads that time out. */
public class CachedPool {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newCachedThreadPool();
        System.out.println("core " + pool.getCorePoolSize() + " max " + pool.getMaximumPoolSize() + " keep alive "
                + pool.getKeepAliveTime(TimeUnit.SECONDS) + " s, queue " + pool.getQueue().getClass().getSimpleName());
        CountDownLatch together = new CountDownLatch(5);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int id = i;
            // Each task needs all five at once: a pool with fewer threads would never end.
            results.add(pool.submit(() -> {
                together.countDown();
                together.await();
                return id * 10;
            }));
        }
        int sum = 0;
        for (Future<Integer> f : results) {
            sum += f.get();
        }
        System.out.println("five at once, sum " + sum + ", largest pool " + pool.getLargestPoolSize());
        Future<String> again = pool.submit(() -> "reused or new");
        System.out.println(again.get() + ", largest pool at most six " + (pool.getLargestPoolSize() <= 6));
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS) + ", completed "
                + pool.getCompletedTaskCount() + ", pool size " + pool.getPoolSize());

        // Threads that find no work for a while end.
        ThreadPoolExecutor brief = new ThreadPoolExecutor(0, 10, 5, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
        for (int i = 0; i < 3; i++) {
            brief.submit(() -> { }).get();
        }
        while (brief.getPoolSize() > 0) {
            Thread.sleep(1);
        }
        System.out.println("idle threads ended: pool size " + brief.getPoolSize() + ", completed "
                + brief.getCompletedTaskCount() + ", shut down " + brief.isShutdown());
        System.out.println("and the pool still works " + brief.submit(() -> 5).get());
        brief.shutdown();

        ThreadPoolExecutor core = new ThreadPoolExecutor(2, 2, 1, TimeUnit.MILLISECONDS,
                new java.util.concurrent.LinkedBlockingQueue<>());
        System.out.println("core threads before any task " + core.getPoolSize() + ", prestart "
                + core.prestartCoreThread() + " " + core.prestartAllCoreThreads() + " " + core.getPoolSize());
        System.out.println("core threads stay " + core.allowsCoreThreadTimeOut());
        core.allowCoreThreadTimeOut(true);
        while (core.getPoolSize() > 0) {
            Thread.sleep(1);
        }
        System.out.println("until they are allowed to end: " + core.getPoolSize());
        core.shutdown();
        try {
            core.setKeepAliveTime(0, TimeUnit.SECONDS);
        } catch (IllegalArgumentException e) {
            System.out.println("no keep alive time: " + e.getMessage());
        }
    }
}
