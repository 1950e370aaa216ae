import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;

/** A parallel search with CountedCompleter: the first find completes the root, the other tasks stop. */
public class CompleterSearch {
    static class Search extends CountedCompleter<Integer> {
        final IntPredicate wanted;
        final AtomicReference<Integer> found;
        final int from;
        final int to;

        Search(CountedCompleter<?> p, IntPredicate wanted, AtomicReference<Integer> found, int from, int to) {
            super(p);
            this.wanted = wanted;
            this.found = found;
            this.from = from;
            this.to = to;
        }

        @Override
        public Integer getRawResult() {
            return found.get();
        }

        @Override
        public void compute() {
            for (int lo = from, hi = to; found.get() == null && lo < hi; ) {
                if (hi - lo == 1) {
                    if (wanted.test(lo) && found.compareAndSet(null, lo)) {
                        quietlyCompleteRoot();
                    }
                    break;
                }
                int middle = (lo + hi) >>> 1;
                addToPendingCount(1);
                new Search(this, wanted, found, middle, hi).fork();
                hi = middle;
            }
            tryComplete();
        }
    }

    static Integer search(int to, IntPredicate wanted) {
        return new Search(null, wanted, new AtomicReference<>(), 0, to).invoke();
    }

    public static void main(String[] args) throws Exception {
        for (int n : new int[] {0, 1, 50, 77, 98, 99}) {
            System.out.println("found " + search(100, k -> k == n));
        }
        System.out.println("not there " + search(100, k -> k > 500));
        System.out.println("nothing to search " + search(0, k -> true));
        System.out.println("one of many " + (search(100, k -> k % 10 == 3) % 10));
        ForkJoinPool pool = new ForkJoinPool(4);
        AtomicReference<Integer> found = new AtomicReference<>();
        System.out.println("in an own pool " + pool.invoke(new Search(null, k -> k * k == 1024, found, 0, 64)));
        Search root = new Search(null, k -> k == 5, new AtomicReference<>(), 0, 8);
        pool.execute(root);
        System.out.println("executed " + root.join() + " done " + root.isDone() + " normally "
                + root.isCompletedNormally());
        Search failing = new Search(null, k -> {
            throw new IllegalStateException("predicate fails");
        }, new AtomicReference<>(), 0, 4);
        try {
            pool.invoke(failing);
        } catch (IllegalStateException e) {
            System.out.println("failure reaches the root " + failing.isCompletedAbnormally());
        }
        pool.shutdown();
    }
}
