package atomics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.D_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.ZZL_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The classes of java.util.concurrent.atomic: accesses are volatile, updates atomic. */
public class Atomics {

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "No increment is lost.")
    @State
    public static class Ints {
        final AtomicInteger x = new AtomicInteger();

        @Actor
        public void first(II_Result r) {
            r.r1 = x.incrementAndGet();
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = x.updateAndGet(old -> old + 1);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 5", "7, 0"}, expect = Expect.ACCEPTABLE, desc = "No addition is lost.")
    @State
    public static class Longs {
        final AtomicLong x = new AtomicLong();

        @Actor
        public void first(JJ_Result r) {
            r.r1 = x.getAndAdd(5);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = x.getAndAccumulate(7, Long::sum);
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One succeeds.")
    @State
    public static class Booleans {
        final AtomicBoolean x = new AtomicBoolean();

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = x.compareAndSet(false, true);
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = !x.getAndSet(true);
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false, a", "false, true, b"}, expect = Expect.ACCEPTABLE, desc = "One succeeds.")
    @State
    public static class References {
        final AtomicReference<String> x = new AtomicReference<>();

        @Actor
        public void first(ZZL_Result r) {
            r.r1 = x.compareAndSet(null, "a");
        }

        @Actor
        public void second(ZZL_Result r) {
            r.r2 = x.compareAndSet(null, "b");
        }

        @Arbiter
        public void last(ZZL_Result r) {
            r.r3 = x.get();
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Accesses of elements are volatile.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Volatile accesses have one order.")
    @State
    public static class IntArrays {
        final AtomicIntegerArray a = new AtomicIntegerArray(2);

        @Actor
        public void first(II_Result r) {
            a.set(0, 1);
            r.r1 = a.get(1);
        }

        @Actor
        public void second(II_Result r) {
            a.set(1, 1);
            r.r2 = a.get(0);
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "No increment is lost.")
    @State
    public static class LongArrays {
        final AtomicLongArray a = new AtomicLongArray(2);

        @Actor
        public void first(JJ_Result r) {
            r.r1 = a.incrementAndGet(1);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = a.addAndGet(1, 1);
        }
    }

    @JCStressTest
    @Outcome(id = {"null, a", "b, null"}, expect = Expect.ACCEPTABLE, desc = "Each takes what the other has left.")
    @State
    public static class ReferenceArrays {
        final AtomicReferenceArray<String> a = new AtomicReferenceArray<>(1);

        @Actor
        public void first(LL_Result r) {
            r.r1 = a.getAndSet(0, "a");
        }

        @Actor
        public void second(LL_Result r) {
            r.r2 = a.getAndSet(0, "b");
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "No increment is lost.")
    @State
    public static class IntUpdaters {
        static final AtomicIntegerFieldUpdater<IntUpdaters> X = AtomicIntegerFieldUpdater.newUpdater(IntUpdaters.class, "x");

        volatile int x;

        @Actor
        public void first(II_Result r) {
            r.r1 = X.incrementAndGet(this);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = X.incrementAndGet(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 3", "4, 0"}, expect = Expect.ACCEPTABLE, desc = "No addition is lost.")
    @State
    public static class LongUpdaters {
        static final AtomicLongFieldUpdater<LongUpdaters> X = AtomicLongFieldUpdater.newUpdater(LongUpdaters.class, "x");

        volatile long x;

        @Actor
        public void first(JJ_Result r) {
            r.r1 = X.getAndAdd(this, 3);
        }

        @Actor
        public void second(JJ_Result r) {
            r.r2 = X.getAndAdd(this, 4);
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false, a", "false, true, b"}, expect = Expect.ACCEPTABLE, desc = "One succeeds.")
    @State
    public static class ReferenceUpdaters {
        static final AtomicReferenceFieldUpdater<ReferenceUpdaters, String> X =
                AtomicReferenceFieldUpdater.newUpdater(ReferenceUpdaters.class, String.class, "x");

        volatile String x;

        @Actor
        public void first(ZZL_Result r) {
            r.r1 = X.compareAndSet(this, null, "a");
        }

        @Actor
        public void second(ZZL_Result r) {
            r.r2 = X.compareAndSet(this, null, "b");
        }

        @Arbiter
        public void last(ZZL_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "The stamp changes with the first success.")
    @State
    public static class Stamped {
        final AtomicStampedReference<String> x = new AtomicStampedReference<>("a", 0);

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = x.compareAndSet("a", "a", 0, 1);
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = x.compareAndSet("a", "a", 0, 2);
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "The mark changes with the first success.")
    @State
    public static class Marked {
        final AtomicMarkableReference<String> x = new AtomicMarkableReference<>("a", false);

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = x.compareAndSet("a", "b", false, true);
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = x.attemptMark("a", true) && x.compareAndSet("a", "c", true, true);
        }
    }

    @JCStressTest
    @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "Nothing is lost, in however many cells.")
    @State
    public static class Adder {
        final LongAdder x = new LongAdder();

        @Actor
        public void first() {
            x.increment();
        }

        @Actor
        public void second() {
            x.add(2);
        }

        @Arbiter
        public void last(J_Result r) {
            r.r1 = x.sum();
        }
    }

    @JCStressTest
    @Outcome(id = "9", expect = Expect.ACCEPTABLE, desc = "The largest, in however many cells.")
    @State
    public static class Accumulator {
        final LongAccumulator x = new LongAccumulator(Long::max, 0);

        @Actor
        public void first() {
            x.accumulate(9);
        }

        @Actor
        public void second() {
            x.accumulate(4);
        }

        @Arbiter
        public void last(J_Result r) {
            r.r1 = x.get();
        }
    }

    /** {@code sum} is no snapshot: while others add it may miss what is concurrent with it, but nothing that happened before. */
    @JCStressTest
    @Outcome(id = {"1, 3", "3, 3"}, expect = Expect.ACCEPTABLE, desc = "Its own addition, with or without the other.")
    @State
    public static class AdderSums {
        final LongAdder x = new LongAdder();

        @Actor
        public void first(JJ_Result r) {
            x.increment();
            r.r1 = x.sum();
        }

        @Actor
        public void second() {
            x.add(2);
        }

        @Arbiter
        public void last(JJ_Result r) {
            r.r2 = x.sum();
        }
    }

    @JCStressTest
    @Outcome(id = "1.5", expect = Expect.ACCEPTABLE, desc = "Nothing is lost, in however many cells.")
    @State
    public static class DoubleAdders {
        final DoubleAdder x = new DoubleAdder();

        @Actor
        public void first() {
            x.add(0.5);
        }

        @Actor
        public void second() {
            x.add(1);
        }

        @Arbiter
        public void last(D_Result r) {
            r.r1 = x.sum();
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "lazySet releases, and get acquires.")
    @State
    public static class LazySet {
        final AtomicInteger flag = new AtomicInteger();
        int x;

        @Actor
        public void writer() {
            x = 1;
            flag.lazySet(1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = flag.get();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: lazySet may be overtaken by the read.")
    @State
    public static class LazySetBuffered {
        final AtomicInteger x = new AtomicInteger();
        final AtomicInteger y = new AtomicInteger();

        @Actor
        public void first(II_Result r) {
            x.lazySet(1);
            r.r1 = y.get();
        }

        @Actor
        public void second(II_Result r) {
            y.lazySet(1);
            r.r2 = x.get();
        }
    }

    /** A compare-and-set that fails is a volatile read; one that succeeds also a volatile write. */
    @JCStressTest
    @Outcome(id = {"false, false", "false, true", "true, true"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "The read inside the compare-and-set acquires.")
    @State
    public static class FailedCompareAndSet {
        final AtomicInteger flag = new AtomicInteger();
        boolean x;

        @Actor
        public void writer() {
            x = true;
            flag.compareAndSet(0, 1);
        }

        @Actor
        public void reader(ZZ_Result r) {
            r.r1 = !flag.compareAndSet(0, 0);
            r.r2 = x;
        }
    }
}
