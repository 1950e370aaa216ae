package juc;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Latches, semaphores, barriers, phasers: the happens-before edges of the package's javadoc. */
public class Synchronisers {

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "What was done before countDown happens before await returns.")
    @State
    public static class Latch {
        final CountDownLatch latch = new CountDownLatch(1);
        int x;

        @Actor
        public void opener() {
            x = 1;
            latch.countDown();
        }

        @Actor
        public void waiter(I_Result r) {
            try {
                latch.await();
                r.r1 = x;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 1", "1, 0", "0, 0"}, expect = Expect.ACCEPTABLE, desc = "The count is read before or after.")
    @Outcome(id = "0, 1", expect = Expect.FORBIDDEN, desc = "It only goes down.")
    @State
    public static class LatchCount {
        final CountDownLatch latch = new CountDownLatch(1);

        @Actor
        public void opener() {
            latch.countDown();
        }

        @Actor
        public void watcher(II_Result r) {
            r.r1 = (int) latch.getCount();
            r.r2 = (int) latch.getCount();
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "One permit excludes.")
    @State
    public static class Permits {
        final Semaphore permits = new Semaphore(1);
        int x;

        void add() {
            permits.acquireUninterruptibly();
            x++;
            permits.release();
        }

        @Actor
        public void first() {
            add();
        }

        @Actor
        public void second() {
            add();
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "What was done before the barrier happens before what is done after it.")
    @State
    public static class Barrier {
        final CyclicBarrier barrier = new CyclicBarrier(2);
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            try {
                x = 1;
                barrier.await();
                r.r1 = y;
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void second(II_Result r) {
            try {
                y = 1;
                barrier.await();
                r.r2 = x;
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Arrival happens before the advance.")
    @State
    public static class Phases {
        final Phaser phaser = new Phaser(2);
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            phaser.arriveAndAwaitAdvance();
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            phaser.arriveAndAwaitAdvance();
            r.r2 = x;
        }
    }
}
