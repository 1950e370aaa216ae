import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

/** RecursiveTask: divide and conquer with fork, join, compute and invokeAll, in the common and in an own pool. */
public class ForkJoinTasks {
    static class Sum extends RecursiveTask<Long> {
        final int[] data;
        final int from;
        final int to;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= 10) {
                long s = 0;
                for (int i = from; i < to; i++) {
                    s += data[i];
                }
                return s;
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(data, from, middle);
            Sum right = new Sum(data, middle, to);
            left.fork();
            long r = right.compute();
            return left.join() + r;
        }
    }

    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Fib a = new Fib(n - 1);
            Fib b = new Fib(n - 2);
            invokeAll(a, b);
            return a.join() + b.getRawResult();
        }
    }

    public static void main(String[] args) throws Exception {
        int[] data = new int[1000];
        for (int i = 0; i < data.length; i++) {
            data[i] = i;
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        System.out.println("own pool sum " + pool.invoke(new Sum(data, 0, data.length)));
        System.out.println("common pool sum " + new Sum(data, 0, data.length).invoke());
        System.out.println("common again " + ForkJoinPool.commonPool().submit(new Sum(data, 0, 100)).get());
        System.out.println("fib " + pool.invoke(new Fib(12)) + " " + new Fib(10).fork().join());
        ForkJoinTask<Integer> task = pool.submit(new Fib(8));
        System.out.println("submitted " + task.get() + " done " + task.isDone() + " normally "
                + task.isCompletedNormally() + " abnormally " + task.isCompletedAbnormally());
        ForkJoinTask<String> adapted = ForkJoinTask.adapt(() -> "adapted callable");
        System.out.println(adapted.invoke() + " " + adapted.getRawResult());
        ForkJoinTask<?> runnable = ForkJoinTask.adapt(() -> System.out.println("adapted runnable"));
        runnable.invoke();
        System.out.println("raw " + runnable.getRawResult());
        Fib twice = new Fib(6);
        System.out.println(twice.invoke() + " " + twice.join());
        twice.reinitialize();
        System.out.println("again after reinitialize: done " + twice.isDone() + " value " + twice.invoke());
        Fib byHand = new Fib(30);
        byHand.complete(-1);
        System.out.println("completed by hand " + byHand.join() + " " + byHand.isCompletedNormally());
        Callable<Boolean> inPool = ForkJoinTask::inForkJoinPool;
        System.out.println("in a pool: main " + inPool.call() + ", task " + pool.submit(inPool).get());
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, java.util.concurrent.TimeUnit.HOURS));
    }
}
