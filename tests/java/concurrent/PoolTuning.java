import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** ThreadPoolExecutor in detail: core and maximum sizes, queueing, hooks, resizing, removing and purging tasks. */
public class PoolTuning {
    static class Hooked extends ThreadPoolExecutor {
        final StringBuffer log = new StringBuffer();

        Hooked(int core, int max, BlockingQueue<Runnable> queue) {
            super(core, max, 1, TimeUnit.HOURS, queue);
        }

        @Override
        protected void beforeExecute(Thread t, Runnable r) {
            log.append("before(").append(t == Thread.currentThread()).append(") ");
        }

        @Override
        protected void afterExecute(Runnable r, Throwable t) {
            log.append("after(").append(t == null ? null : t.getMessage()).append(") ");
        }

        @Override
        protected void terminated() {
            log.append("terminated");
        }
    }

    static String sizes(ThreadPoolExecutor p) {
        return "pool " + p.getPoolSize() + " queue " + p.getQueue().size() + " largest " + p.getLargestPoolSize();
    }

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 4, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(2));
        CountDownLatch gate = new CountDownLatch(1);
        Runnable blocked = () -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        for (int i = 1; i <= 6; i++) {
            pool.execute(blocked);
            System.out.println("after task " + i + ": " + sizes(pool));
        }
        System.out.println("tasks " + pool.getTaskCount() + " completed " + pool.getCompletedTaskCount());
        Runnable extra = () -> System.out.println("must not run");
        pool.remove(blocked);
        pool.execute(extra);
        System.out.println("removed from the queue " + pool.remove(extra) + " " + pool.remove(extra));
        pool.execute(new java.util.concurrent.FutureTask<>(extra, null));
        ((java.util.concurrent.Future<?>) pool.getQueue().toArray()[1]).cancel(false);
        pool.purge();
        System.out.println("purged: " + sizes(pool));
        try {
            pool.setCorePoolSize(5);
        } catch (IllegalArgumentException e) {
            System.out.println("core above max: " + e.getClass().getSimpleName());
        }
        pool.setMaximumPoolSize(6);
        pool.setCorePoolSize(5);
        System.out.println("core " + pool.getCorePoolSize() + " max " + pool.getMaximumPoolSize());
        gate.countDown();
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS) + ", completed "
                + pool.getCompletedTaskCount());

        Hooked hooked = new Hooked(1, 1, new LinkedBlockingQueue<>());
        hooked.setThreadFactory(r -> {
            Thread t = new Thread(r);
            t.setUncaughtExceptionHandler((th, e) -> { });
            return t;
        });
        hooked.execute(() -> { });
        hooked.execute(() -> {
            throw new IllegalStateException("executed");
        });
        hooked.submit(() -> {
            throw new IllegalStateException("submitted, so kept in the future");
        });
        hooked.shutdown();
        hooked.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(hooked.log);
        System.out.println("completed " + hooked.getCompletedTaskCount());
    }
}
