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

/**
 * Every atomic update of a VarHandle in every mode, on a field, by two threads: no update is lost, and each sees the variable before
 * or after the other. The mode says what is ordered besides, not whether the update is atomic.
 */
public class AtomicUpdates {

    @JCStressTest
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 1", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndSet {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndSet.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndSet(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndSet(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 1", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndSetAcquire {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndSetAcquire.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndSetAcquire(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndSetAcquire(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 1", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndSetRelease {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndSetRelease.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndSetRelease(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndSetRelease(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndAdd {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndAdd.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndAdd(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndAdd(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndAddAcquire {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndAddAcquire.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndAddAcquire(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndAddAcquire(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndAddRelease {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndAddRelease.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndAddRelease(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndAddRelease(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseOr {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseOr.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseOr(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseOr(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseOrAcquire {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseOrAcquire.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseOrAcquire(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseOrAcquire(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseOrRelease {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseOrRelease.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseOrRelease(this, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseOrRelease(this, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 3, 5", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "6, 0, 5", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseXor {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseXor.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseXor(this, 3);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseXor(this, 6);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 3, 5", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "6, 0, 5", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseXorAcquire {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseXorAcquire.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseXorAcquire(this, 3);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseXorAcquire(this, 6);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 3, 5", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "6, 0, 5", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseXorRelease {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseXorRelease.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseXorRelease(this, 3);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseXorRelease(this, 6);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "7, 3, 2", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "6, 7, 2", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseAnd {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseAnd.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x = 7;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseAnd(this, 3);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseAnd(this, 6);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "7, 3, 2", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "6, 7, 2", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseAndAcquire {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseAndAcquire.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x = 7;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseAndAcquire(this, 3);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseAndAcquire(this, 6);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "7, 3, 2", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "6, 7, 2", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndBitwiseAndRelease {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(GetAndBitwiseAndRelease.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x = 7;

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) X.getAndBitwiseAndRelease(this, 3);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) X.getAndBitwiseAndRelease(this, 6);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = x;
        }
    }
}
