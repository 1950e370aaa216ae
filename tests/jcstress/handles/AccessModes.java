package handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The four pairs of access modes of a VarHandle, as they pass a message (MP), let stores be overtaken by loads (SB), and order
 * two reads of one variable (CoRR). The JLS knows plain and volatile accesses; of the others the javadoc of VarHandle speaks.
 */
public class AccessModes {

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain accesses race.")
    @State
    public static class PlainMP {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(PlainMP.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.set(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.get(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain accesses race.")
    @State
    public static class PlainSB {
        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(PlainSB.class, "x", int.class);
                Y = MethodHandles.lookup().findVarHandle(PlainSB.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            X.set(this, 1);
            r.r1 = (int) Y.get(this);
        }

        @Actor
        public void second(II_Result r) {
            Y.set(this, 1);
            r.r2 = (int) X.get(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain variables are not coherent.")
    @State
    public static class PlainCoRR {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(PlainCoRR.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void writer() {
            X.set(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) X.get(this);
            r.r2 = (int) X.get(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: opaque accesses of different variables are not ordered.")
    @State
    public static class OpaqueMP {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(OpaqueMP.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.setOpaque(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.getOpaque(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: nothing orders a write before a later read of another variable.")
    @State
    public static class OpaqueSB {
        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(OpaqueSB.class, "x", int.class);
                Y = MethodHandles.lookup().findVarHandle(OpaqueSB.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            X.setOpaque(this, 1);
            r.r1 = (int) Y.getOpaque(this);
        }

        @Actor
        public void second(II_Result r) {
            Y.setOpaque(this, 1);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Accesses that are at least opaque are coherent.")
    @State
    public static class OpaqueCoRR {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(OpaqueCoRR.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void writer() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class ReleaseAcquireMP {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(ReleaseAcquireMP.class, "y", int.class);
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
            r.r1 = (int) Y.getAcquire(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: nothing orders a write before a later read of another variable.")
    @State
    public static class ReleaseAcquireSB {
        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(ReleaseAcquireSB.class, "x", int.class);
                Y = MethodHandles.lookup().findVarHandle(ReleaseAcquireSB.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            X.setRelease(this, 1);
            r.r1 = (int) Y.getAcquire(this);
        }

        @Actor
        public void second(II_Result r) {
            Y.setRelease(this, 1);
            r.r2 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Accesses that are at least opaque are coherent.")
    @State
    public static class ReleaseAcquireCoRR {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(ReleaseAcquireCoRR.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void writer() {
            X.setRelease(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) X.getAcquire(this);
            r.r2 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class VolatileMP {
        static final VarHandle Y;

        static {
            try {
                Y = MethodHandles.lookup().findVarHandle(VolatileMP.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            Y.setVolatile(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) Y.getVolatile(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Volatile accesses have one order (JLS 17.4.4).")
    @State
    public static class VolatileSB {
        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(VolatileSB.class, "x", int.class);
                Y = MethodHandles.lookup().findVarHandle(VolatileSB.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            X.setVolatile(this, 1);
            r.r1 = (int) Y.getVolatile(this);
        }

        @Actor
        public void second(II_Result r) {
            Y.setVolatile(this, 1);
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Accesses that are at least opaque are coherent.")
    @State
    public static class VolatileCoRR {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(VolatileCoRR.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void writer() {
            X.setVolatile(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) X.getVolatile(this);
            r.r2 = (int) X.getVolatile(this);
        }
    }
}
