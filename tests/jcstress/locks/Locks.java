package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** The locks of java.util.concurrent.locks: as strong as monitors (javadoc of Lock). */
public class Locks {

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "No increment is lost.")
    @State
    public static class Reentrant {
        final ReentrantLock lock = new ReentrantLock();
        int x;

        void add() {
            lock.lock();
            try {
                x++;
            } finally {
                lock.unlock();
            }
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
    @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE, desc = "Who does not get the lock does nothing.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The first one to try gets it.")
    @State
    public static class TryLock {
        final ReentrantLock lock = new ReentrantLock();
        int x;

        void add() {
            if (lock.tryLock()) {
                x++;
                lock.unlock();
            }
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
    @Outcome(id = {"0, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "All or nothing.")
    @State
    public static class ReadWrite {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int x;
        int y;

        @Actor
        public void writer() {
            lock.writeLock().lock();
            x = 1;
            y = 1;
            lock.writeLock().unlock();
        }

        @Actor
        public void reader(II_Result r) {
            lock.readLock().lock();
            r.r1 = x;
            r.r2 = y;
            lock.readLock().unlock();
        }
    }

    @JCStressTest
    @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE, desc = "Readers do not exclude each other.")
    @State
    public static class ReadersShare {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int x;

        void add() {
            lock.readLock().lock();
            x++;
            lock.readLock().unlock();
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
    @Outcome(id = {"0, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "All or nothing.")
    @State
    public static class Stamped {
        final StampedLock lock = new StampedLock();
        int x;
        int y;

        @Actor
        public void writer() {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        }

        @Actor
        public void reader(II_Result r) {
            long stamp = lock.readLock();
            r.r1 = x;
            r.r2 = y;
            lock.unlockRead(stamp);
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The waiter is signalled, or need not wait.")
    @State
    public static class Conditions {
        final ReentrantLock lock = new ReentrantLock();
        final Condition changed = lock.newCondition();
        boolean ready;
        int x;

        @Actor
        public void waiter(I_Result r) {
            try {
                lock.lock();
                while (!ready) {
                    changed.await();
                }
                lock.unlock();
                r.r1 = x;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void signaller() {
            x = 1;
            lock.lock();
            ready = true;
            changed.signal();
            lock.unlock();
        }
    }

    @JCStressTest
    @Outcome(id = {"true, 1", "false, 0"}, expect = Expect.ACCEPTABLE, desc = "Held by the other, or not: what it has written is seen after its unlock.")
    @Outcome(id = {"true, 0"}, expect = Expect.ACCEPTABLE, desc = "Before the other.")
    @Outcome(id = "false, 1", expect = Expect.FORBIDDEN, desc = "Nothing is read without the lock.")
    @State
    public static class TryLockSees {
        final ReentrantLock lock = new ReentrantLock();
        int x;

        @Actor
        public void writer() {
            lock.lock();
            x = 1;
            lock.unlock();
        }

        @Actor
        public void reader(ZI_Result r) {
            boolean got = lock.tryLock();
            if (got) {
                r.r2 = x;
                lock.unlock();
            }
            r.r1 = got;
        }
    }

    @JCStressTest
    @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "Two levels of the lock, one of them by the other thread's turn.")
    @State
    public static class Nested {
        final ReentrantLock a = new ReentrantLock();
        final ReentrantLock b = new ReentrantLock();
        int x;

        @Actor
        public void first() {
            a.lock();
            b.lock();
            x++;
            b.unlock();
            a.unlock();
        }

        @Actor
        public void second() {
            a.lock();
            a.lock();
            x += 2;
            a.unlock();
            a.unlock();
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }
}
