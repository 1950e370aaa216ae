package handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What an atomic update orders besides itself: MP with the flag set by one, and read by one. */
public class UpdatesPublish {

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The update releases, the other access acquires.")
    @State
    public static class ByGetAndSet {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(ByGetAndSet.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.getAndSet(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.getAndAdd(this, 0);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The update releases, the other access acquires.")
    @State
    public static class ByGetAndSetRelease {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(ByGetAndSetRelease.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.getAndSetRelease(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.getAcquire(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The update releases, the other access acquires.")
    @State
    public static class ByGetAndAddAcquire {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(ByGetAndAddAcquire.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.setRelease(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.getAndAddAcquire(this, 0);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: the update orders only one way.")
    @State
    public static class ByGetAndSetAcquireOnly {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(ByGetAndSetAcquireOnly.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.getAndSetAcquire(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.getAcquire(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: the update orders only one way.")
    @State
    public static class ByGetAndAddReleaseOnly {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(ByGetAndAddReleaseOnly.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.setRelease(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.getAndAddRelease(this, 0);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The update releases, the other access acquires.")
    @State
    public static class ByCompareAndExchange {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(ByCompareAndExchange.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.compareAndExchange(this, 0, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.compareAndExchange(this, 1, 1);
            r.r2 = x;
        }
    }
}
