import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

/** RecursiveAction sorts in place; exceptions and cancellation of fork/join tasks. */
public class ForkJoinActions {
    static class MergeSort extends RecursiveAction {
        final int[] a;
        final int from;
        final int to;

        MergeSort(int[] a, int from, int to) {
            this.a = a;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 2) {
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new MergeSort(a, from, middle), new MergeSort(a, middle, to));
            int[] left = Arrays.copyOfRange(a, from, middle);
            for (int l = 0, r = middle, k = from; l < left.length; k++) {
                a[k] = r < to && a[r] < left[l] ? a[r++] : left[l++];
            }
        }
    }

    static class Failing extends RecursiveTask<Integer> {
        final int depth;

        Failing(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            if (depth == 0) {
                throw new IllegalStateException("at the leaf");
            }
            return new Failing(depth - 1).fork().join();
        }
    }

    static Throwable root(Throwable t) {
        while (t.getCause() != null) {
            t = t.getCause();
        }
        return t;
    }

    public static void main(String[] args) throws Exception {
        int[] a = new int[100];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 37 % 100;
        }
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.invoke(new MergeSort(a, 0, a.length));
        int[] copy = a.clone();
        Arrays.sort(copy);
        System.out.println("sorted " + Arrays.equals(a, copy) + " " + a[0] + " " + a[50] + " " + a[99]);
        try {
            pool.invoke(new Failing(3));
        } catch (IllegalStateException e) {
            System.out.println("invoke throws " + root(e).getMessage());
        }
        ForkJoinTask<Integer> failing = pool.submit(new Failing(2));
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println("get throws " + root(e).getMessage());
        }
        System.out.println("abnormal " + failing.isCompletedAbnormally() + " normal " + failing.isCompletedNormally()
                + " exception " + root(failing.getException()).getClass().getSimpleName());
        failing.quietlyJoin();
        System.out.println("quiet join does not throw");
        Failing cancelled = new Failing(0);
        System.out.println("cancel " + cancelled.cancel(true) + " " + cancelled.isCancelled());
        try {
            cancelled.join();
        } catch (CancellationException e) {
            System.out.println("join of a cancelled task: CancellationException");
        }
        Failing byHand = new Failing(0);
        byHand.completeExceptionally(new RuntimeException("by hand"));
        System.out.println("by hand " + root(byHand.getException()).getMessage());
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
