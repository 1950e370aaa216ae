import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/** CountedCompleter: pending counts, completion that climbs to the root, reduction. */
public class CountedCompleters {
    static class Reducer extends CountedCompleter<Long> {
        final int from;
        final int to;
        long result;
        Reducer left;
        Reducer right;

        Reducer(CountedCompleter<?> parent, int from, int to) {
            super(parent);
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from > 8) {
                int middle = (from + to) >>> 1;
                left = new Reducer(this, from, middle);
                right = new Reducer(this, middle, to);
                setPendingCount(2);
                left.fork();
                right.fork();
            } else {
                for (int i = from; i < to; i++) {
                    result += (long) i * i;
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) {
                result = left.result + right.result;
            }
        }

        @Override
        public Long getRawResult() {
            return result;
        }
    }

    public static void main(String[] args) {
        System.out.println("sum of squares " + new Reducer(null, 0, 200).invoke());
        AtomicInteger completions = new AtomicInteger();
        CountedCompleter<Void> root = new CountedCompleter<>() {
            @Override
            public void compute() { }

            @Override
            public void onCompletion(CountedCompleter<?> caller) {
                completions.incrementAndGet();
            }
        };
        root.setPendingCount(2);
        System.out.println("pending " + root.getPendingCount() + " " + root.compareAndSetPendingCount(2, 3) + " "
                + root.decrementPendingCountUnlessZero() + " " + root.getPendingCount());
        root.tryComplete();
        root.tryComplete();
        System.out.println("not yet " + root.isDone() + " " + completions);
        root.tryComplete();
        System.out.println("now " + root.isDone() + " " + completions + " root is itself " + (root.getRoot() == root));
        System.out.println("in a pool " + new ForkJoinPool(2).invoke(new Reducer(null, 0, 100)));
    }
}
