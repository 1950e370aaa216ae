package threads;

import java.util.concurrent.locks.LockSupport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Threads that actors start, join, interrupt, park: JLS 17.2.3 and 17.4.4. */
public class Threads {

    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The start happens before the thread, and the thread before the end of the join.")
    @State
    public static class StartJoin {
        int x;
        int y;

        @Actor
        public void actor(II_Result r) {
            try {
                x = 1;
                Thread t = new Thread(() -> {
                    r.r1 = x;
                    y = 2;
                });
                t.start();
                t.join();
                r.r2 = y;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "1"}, expect = Expect.ACCEPTABLE, desc = "Without a join nothing is known of the thread.")
    @State
    public static class StartOnly {
        int x;

        @Actor
        public void actor(I_Result r) {
            try {
                Thread t = new Thread(() -> x = 1);
                t.start();
                r.r1 = x;
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Each actor has a thread of its own, and waits for it.")
    @State
    public static class BothStart {
        int x;

        void run() {
            try {
                Thread t = new Thread(() -> {
                    synchronized (this) {
                        x++;
                    }
                });
                t.start();
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void first() {
            run();
        }

        @Actor
        public void second() {
            run();
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The interrupt happens before it is noticed.")
    @State
    public static class InterruptPublishes {
        volatile Thread sleeper;
        int x;

        @Actor
        public void interrupted(I_Result r) {
            sleeper = Thread.currentThread();
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            r.r1 = x;
        }

        @Actor
        public void interrupter() {
            while (sleeper == null) {
                Thread.onSpinWait();
            }
            x = 1;
            sleeper.interrupt();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = Expect.ACCEPTABLE, desc = "Whoever waits is interrupted, and the flag is cleared.")
    @State
    public static class InterruptedWait {
        volatile Thread waiter;

        @Actor
        public void waits(ZI_Result r) {
            waiter = Thread.currentThread();
            synchronized (this) {
                try {
                    while (true) {
                        wait();
                    }
                } catch (InterruptedException e) {
                    r.r1 = true;
                }
            }
            r.r2 = Thread.currentThread().isInterrupted() ? 1 : 0;
        }

        @Actor
        public void interrupter() {
            while (waiter == null) {
                Thread.onSpinWait();
            }
            waiter.interrupt();
        }
    }

    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "An interrupted join gives up.")
    @State
    public static class InterruptedJoin {
        @Actor
        public void actor(Z_Result r) {
            Thread self = Thread.currentThread();
            self.interrupt();
            try {
                self.join();
            } catch (InterruptedException e) {
                r.r1 = true;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Unparked, or never parked.")
    @State
    public static class ParkUnpark {
        volatile Thread parked;
        volatile boolean ready;
        int x;

        @Actor
        public void parks(I_Result r) {
            parked = Thread.currentThread();
            while (!ready) {
                LockSupport.park(this);
            }
            r.r1 = x;
        }

        @Actor
        public void unparks() {
            x = 1;
            ready = true;
            LockSupport.unpark(parked);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "A thread local is the thread's own, whatever the other has put there.")
    @State
    public static class Locals {
        final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 0);

        @Actor
        public void first(II_Result r) {
            r.r1 = local.get();
            local.set(1);
        }

        @Actor
        public void second(II_Result r) {
            local.set(2);
            r.r2 = local.get();
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "1"}, expect = Expect.ACCEPTABLE, desc = "Neither yield nor sleep orders anything.")
    @State
    public static class YieldAndSleep {
        int x;

        @Actor
        public void writer() {
            Thread.yield();
            x = 1;
        }

        @Actor
        public void reader(I_Result r) {
            try {
                Thread.sleep(0);
                r.r1 = x;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"false, 0", "false, 1", "true, 1"}, expect = Expect.ACCEPTABLE, desc = "Who sees that a thread has ended sees what it has done.")
    @Outcome(id = "true, 0", expect = Expect.FORBIDDEN, desc = "isAlive returned false (JLS 17.4.4).")
    @State
    public static class IsAlive {
        int x;

        @Actor
        public void actor(ZI_Result r) {
            try {
                Thread t = new Thread(() -> x = 1);
                t.start();
                boolean ended = !t.isAlive();
                r.r2 = x;
                r.r1 = ended;
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
