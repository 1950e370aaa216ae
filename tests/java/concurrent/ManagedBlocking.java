import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/** ForkJoinPool details: ManagedBlocker adds threads for blocked ones, worker factories, handlers, quiescence. */
public class ManagedBlocking {
    static class LatchBlocker implements ForkJoinPool.ManagedBlocker {
        final CountDownLatch latch;

        LatchBlocker(CountDownLatch latch) {
            this.latch = latch;
        }

        @Override
        public boolean block() throws InterruptedException {
            latch.await();
            return true;
        }

        @Override
        public boolean isReleasable() {
            return latch.getCount() == 0;
        }
    }

    static class Worker extends ForkJoinWorkerThread {
        Worker(ForkJoinPool pool) {
            super(pool);
            setName("worker");
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        CountDownLatch latch = new CountDownLatch(6);
        List<ForkJoinTask<Integer>> tasks = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            int n = i;
            // Six tasks meet in a pool of two: only compensation threads let them all arrive.
            tasks.add(pool.submit(() -> {
                latch.countDown();
                ForkJoinPool.managedBlock(new LatchBlocker(latch));
                return n;
            }));
        }
        int sum = 0;
        for (ForkJoinTask<Integer> t : tasks) {
            sum += t.get();
        }
        System.out.println("sum " + sum + ", parallelism " + pool.getParallelism());
        ForkJoinPool.managedBlock(new LatchBlocker(latch));
        System.out.println("a releasable blocker returns at once");
        CountDownLatch open = new CountDownLatch(1);
        Thread plain = new Thread(() -> {
            try {
                ForkJoinPool.managedBlock(new LatchBlocker(open));
                System.out.println("a plain thread may block too");
            } catch (InterruptedException e) {
                System.out.println("must not happen");
            }
        });
        plain.start();
        open.countDown();
        plain.join();
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS));

        CountDownLatch handled = new CountDownLatch(1);
        ForkJoinPool own = new ForkJoinPool(1, Worker::new, (t, e) -> {
            System.out.println("handler in " + t.getName() + " got " + e.getMessage());
            handled.countDown();
        }, true);
        System.out.println("async " + own.getAsyncMode() + " in "
                + own.submit(() -> Thread.currentThread().getName()).get());
        own.execute(() -> {
            throw new IllegalStateException("uncaught in a worker");
        });
        handled.await();
        StringBuffer order = new StringBuffer();
        own.submit(() -> {
            for (int i = 0; i < 5; i++) {
                int n = i;
                ForkJoinTask.adapt(() -> order.append(n)).fork();
            }
            ForkJoinTask.helpQuiesce();
        }).get();
        System.out.println("asynchronous mode takes forked tasks in order " + order);
        System.out.println("quiescent " + own.awaitQuiescence(1, TimeUnit.HOURS) + " " + own.isQuiescent());
        System.out.println("shutdownNow " + own.shutdownNow().size() + " " + own.awaitTermination(1, TimeUnit.HOURS));
    }
}
