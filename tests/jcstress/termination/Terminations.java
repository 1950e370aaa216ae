package termination;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/**
 * An actor that waits, and a signal that it should notice. TERMINATED: the actor ends. STALE: nothing obliges it to. A plain read in a loop may
 * see the old value for ever; a volatile one sees the write sooner or later, as do those of the weaker modes but plain (javadoc of VarHandle).
 */
public class Terminations {

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "It may end.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A plain read may see the old value again and again.")
    @State
    public static class PlainSpin {
        boolean stop;

        @Actor
        public void actor() {
            while (!stop) {
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "It may end.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Elements are plain.")
    @State
    public static class PlainArraySpin {
        final int[] a = new int[1];

        @Actor
        public void actor() {
            while (a[0] == 0) {
            }
        }

        @Signal
        public void signal() {
            a[0] = 1;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "It may end.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "onSpinWait orders nothing.")
    @State
    public static class PlainSpinWithHint {
        boolean stop;

        @Actor
        public void actor() {
            while (!stop) {
                Thread.onSpinWait();
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The write becomes visible.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class VolatileSpin {
        volatile boolean stop;

        @Actor
        public void actor() {
            while (!stop) {
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Both writes become visible, and the plain one is ordered.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class VolatileSpinForTwo {
        int x;
        volatile int y;

        @Actor
        public void actor() {
            while (y == 0) {
            }
            while (x == 0) {
            }
        }

        @Signal
        public void signal() {
            x = 1;
            y = 1;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The write becomes visible.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class AtomicSpin {
        final AtomicBoolean stop = new AtomicBoolean();

        @Actor
        public void actor() {
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        }

        @Signal
        public void signal() {
            stop.set(true);
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Each turn locks, and sees what was unlocked before.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class SynchronizedSpin {
        boolean stop;

        synchronized boolean stopped() {
            return stop;
        }

        @Actor
        public void actor() {
            while (!stopped()) {
            }
        }

        @Signal
        public void signal() {
            synchronized (this) {
                stop = true;
            }
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "It may end.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The writer does not lock.")
    @State
    public static class SynchronizedReaderOnly {
        boolean stop;

        synchronized boolean stopped() {
            return stop;
        }

        @Actor
        public void actor() {
            while (!stopped()) {
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "It may end.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE, desc = "The value is read once, perhaps too early.")
    @State
    public static class ReadOnce {
        volatile boolean stop;
        volatile int turns;

        @Actor
        public void actor() {
            boolean s = stop;
            while (!s) {
                turns ^= 1;
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE, desc = "Nothing ends it.")
    @Outcome(id = "TERMINATED", expect = Expect.FORBIDDEN, desc = "It cannot end.")
    @State
    public static class Forever {
        volatile boolean stop;

        @Actor
        public void actor() {
            while (!stop || stop) {
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The condition is looked at under the lock.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class WaitInLoop {
        boolean stop;

        @Actor
        public void actor() throws InterruptedException {
            synchronized (this) {
                while (!stop) {
                    wait();
                }
            }
        }

        @Signal
        public void signal() {
            synchronized (this) {
                stop = true;
                notifyAll();
            }
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "It may end.")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE, desc = "The notification may come before the wait.")
    @State
    public static class LostNotify {
        final Object lock = new Object();

        @Actor
        public void actor() throws InterruptedException {
            synchronized (lock) {
                lock.wait();
            }
        }

        @Signal
        public void signal() {
            synchronized (lock) {
                lock.notifyAll();
            }
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The condition is looked at under the lock.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class ConditionInLoop {
        final ReentrantLock lock = new ReentrantLock();
        final Condition changed = lock.newCondition();
        boolean stop;

        @Actor
        public void actor() throws InterruptedException {
            lock.lock();
            while (!stop) {
                changed.await();
            }
            lock.unlock();
        }

        @Signal
        public void signal() {
            lock.lock();
            stop = true;
            changed.signalAll();
            lock.unlock();
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "A latch stays open.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class Latch {
        final CountDownLatch latch = new CountDownLatch(1);

        @Actor
        public void actor() throws InterruptedException {
            latch.await();
        }

        @Signal
        public void signal() {
            latch.countDown();
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The element stays in the queue.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class Take {
        final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();

        @Actor
        public void actor() throws InterruptedException {
            queue.take();
        }

        @Signal
        public void signal() throws InterruptedException {
            queue.put("stop");
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The write becomes visible.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class OpaqueSpin {
        static final VarHandle STOP;

        static {
            try {
                STOP = MethodHandles.lookup().findVarHandle(OpaqueSpin.class, "stop", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        boolean stop;

        @Actor
        public void actor() {
            while (!(boolean) STOP.getOpaque(this)) {
            }
        }

        @Signal
        public void signal() {
            STOP.setOpaque(this, true);
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The write becomes visible.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class AcquireSpin {
        static final VarHandle STOP;

        static {
            try {
                STOP = MethodHandles.lookup().findVarHandle(AcquireSpin.class, "stop", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        boolean stop;

        @Actor
        public void actor() {
            while (!(boolean) STOP.getAcquire(this)) {
            }
        }

        @Signal
        public void signal() {
            STOP.setRelease(this, true);
        }
    }

    /** The thread of the actor is handed to the signal. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The interrupt is noticed.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class Interrupt {
        @Actor
        public void actor() {
            while (!Thread.interrupted()) {
            }
        }

        @Signal
        public void signal(Thread actor) {
            actor.interrupt();
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The wait is cut short, or not begun.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class InterruptedWait {
        @Actor
        public void actor() {
            synchronized (this) {
                try {
                    while (true) {
                        wait();
                    }
                } catch (InterruptedException e) {
                    // That is the signal.
                }
            }
        }

        @Signal
        public void signal(Thread actor) {
            actor.interrupt();
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "A permit is kept until it is used.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    @State
    public static class Unpark {
        volatile boolean stop;

        @Actor
        public void actor() {
            while (!stop) {
                LockSupport.park();
            }
        }

        @Signal
        public void signal(Thread actor) {
            stop = true;
            LockSupport.unpark(actor);
        }
    }

    /** The state of the next test. */
    @State
    public static class Flag {
        volatile boolean up;
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "The write becomes visible.")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "It must end.")
    public static class StateAsParameter {
        @Actor
        public void actor(Flag flag) {
            while (!flag.up) {
            }
        }

        @Signal
        public void signal(Flag flag) {
            flag.up = true;
        }
    }
}
