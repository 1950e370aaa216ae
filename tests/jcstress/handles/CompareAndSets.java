package handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * Every compare-and-set of a VarHandle, on a field, by two threads that both expect 0: one succeeds. The weak ones may fail
 * although the value is as expected, so there none may succeed, too.
 */
public class CompareAndSets {

    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds")
    @Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds")
    @Outcome(id = "false, false, 0", expect = Expect.FORBIDDEN, desc = "The first one to try finds 0.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or the value is not that of the one who succeeds.")
    @State
    public static class CompareAndSet {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(CompareAndSet.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = X.compareAndSet(this, 0, 1);
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = X.compareAndSet(this, 0, 2);
        }

        @Arbiter
        public void last(ZZI_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds")
    @Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds")
    @Outcome(id = "false, false, 0", expect = Expect.ACCEPTABLE, desc = "Both fail for no reason.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or the value is not that of the one who succeeds.")
    @State
    public static class WeakCompareAndSet {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(WeakCompareAndSet.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = X.weakCompareAndSet(this, 0, 1);
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = X.weakCompareAndSet(this, 0, 2);
        }

        @Arbiter
        public void last(ZZI_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds")
    @Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds")
    @Outcome(id = "false, false, 0", expect = Expect.ACCEPTABLE, desc = "Both fail for no reason.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or the value is not that of the one who succeeds.")
    @State
    public static class WeakCompareAndSetPlain {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(WeakCompareAndSetPlain.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = X.weakCompareAndSetPlain(this, 0, 1);
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = X.weakCompareAndSetPlain(this, 0, 2);
        }

        @Arbiter
        public void last(ZZI_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds")
    @Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds")
    @Outcome(id = "false, false, 0", expect = Expect.ACCEPTABLE, desc = "Both fail for no reason.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or the value is not that of the one who succeeds.")
    @State
    public static class WeakCompareAndSetAcquire {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(WeakCompareAndSetAcquire.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = X.weakCompareAndSetAcquire(this, 0, 1);
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = X.weakCompareAndSetAcquire(this, 0, 2);
        }

        @Arbiter
        public void last(ZZI_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds")
    @Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds")
    @Outcome(id = "false, false, 0", expect = Expect.ACCEPTABLE, desc = "Both fail for no reason.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or the value is not that of the one who succeeds.")
    @State
    public static class WeakCompareAndSetRelease {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(WeakCompareAndSetRelease.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = X.weakCompareAndSetRelease(this, 0, 1);
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = X.weakCompareAndSetRelease(this, 0, 2);
        }

        @Arbiter
        public void last(ZZI_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds, second sees its value")
    @Outcome(id = "2, 0, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds, first sees its value")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or one fails without seeing the other.")
    @State
    public static class CompareAndExchange {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(CompareAndExchange.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.compareAndExchange(this, 0, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.compareAndExchange(this, 0, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds, second sees its value")
    @Outcome(id = "2, 0, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds, first sees its value")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or one fails without seeing the other.")
    @State
    public static class CompareAndExchangeAcquire {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(CompareAndExchangeAcquire.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.compareAndExchangeAcquire(this, 0, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.compareAndExchangeAcquire(this, 0, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "first succeeds, second sees its value")
    @Outcome(id = "2, 0, 2", expect = Expect.ACCEPTABLE, desc = "second succeeds, first sees its value")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both succeed, or one fails without seeing the other.")
    @State
    public static class CompareAndExchangeRelease {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(CompareAndExchangeRelease.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.compareAndExchangeRelease(this, 0, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.compareAndExchangeRelease(this, 0, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }
}
