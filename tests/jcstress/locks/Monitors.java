package locks;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Monitors: exclusion, happens-before from unlock to lock (JLS 17.4.4), wait and notify (17.2). */
public class Monitors {

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "No increment is lost.")
    @State
    public static class Exclusion {
        int x;

        @Actor
        public void first() {
            synchronized (this) {
                x++;
            }
        }

        @Actor
        public synchronized void second() {
            x++;
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE, desc = "Two locks exclude nobody.")
    @State
    public static class DifferentLocks {
        final Object a = new Object();
        final Object b = new Object();
        int x;

        @Actor
        public void first() {
            synchronized (a) {
                x++;
            }
        }

        @Actor
        public void second() {
            synchronized (b) {
                x++;
            }
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "All or nothing.")
    @State
    public static class Atomic {
        int x;
        int y;

        @Actor
        public synchronized void writer() {
            x = 1;
            y = 1;
        }

        @Actor
        public synchronized void reader(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Who reads without the lock sees anything.")
    @State
    public static class ReaderWithoutLock {
        int x;
        int y;

        @Actor
        public synchronized void writer() {
            x = 1;
            y = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "An empty block orders only with a later one on the same object.")
    @State
    public static class EmptyBlocks {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            synchronized (new Object()) {
            }
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            synchronized (new Object()) {
            }
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "One of the blocks comes first.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The second block happens after the first, and the write before that.")
    @State
    public static class EmptyBlocksOnOneLock {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            synchronized (this) {
            }
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            synchronized (this) {
            }
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "A thread may lock again what it holds.")
    @State
    public static class Reentrant {
        int x;

        synchronized void add() {
            x++;
            synchronized (this) {
                x++;
            }
        }

        @Actor
        public void first() {
            synchronized (this) {
                add();
            }
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
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The waiter is told, or need not wait.")
    @State
    public static class WaitNotify {
        boolean ready;
        int x;

        @Actor
        public void waiter(I_Result r) {
            try {
                synchronized (this) {
                    while (!ready) {
                        wait();
                    }
                }
                r.r1 = x;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void notifier() {
            x = 1;
            synchronized (this) {
                ready = true;
                notify();
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both are told.")
    @State
    public static class NotifyAll {
        boolean ready;
        int x;

        synchronized int await() {
            try {
                while (!ready) {
                    wait();
                }
                return x;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = await();
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = await();
        }

        @Actor
        public synchronized void notifier() {
            x = 1;
            ready = true;
            notifyAll();
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "1"}, expect = Expect.ACCEPTABLE, desc = "A timed wait may give up.")
    @State
    public static class TimedWait {
        int x;

        @Actor
        public synchronized void waiter(I_Result r) {
            try {
                wait(1);
                r.r1 = x;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public synchronized void notifier() {
            x = 1;
            notify();
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "A static synchronized method locks the class.")
    @State
    public static class ClassLock {
        int x;

        static synchronized void add(ClassLock s) {
            s.x++;
        }

        @Actor
        public void first() {
            add(this);
        }

        @Actor
        public void second() {
            synchronized (ClassLock.class) {
                x++;
            }
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1", "2, 2"}, expect = Expect.ACCEPTABLE, desc = "An exception leaves the block, and unlocks.")
    @State
    public static class UnlockedByException {
        int x;

        int next() {
            try {
                synchronized (this) {
                    x++;
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException e) {
                synchronized (this) {
                    return x;
                }
            }
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = next();
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = next();
        }
    }
}
