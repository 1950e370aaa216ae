package fences;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The fences of VarHandle. The JLS does not know them; expectations are from their javadoc. */
public class Fences {

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Loads after a full fence do not overtake stores before it.")
    @State
    public static class FullSB {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            VarHandle.fullFence();
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            VarHandle.fullFence();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: a fence of one thread orders nothing by itself.")
    @State
    public static class FullSBOneSided {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            VarHandle.fullFence();
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    /** The flag is opaque, the message plain. */
    public abstract static class Passing {
        static final VarHandle FLAG;

        static {
            try {
                FLAG = MethodHandles.lookup().findVarHandle(Passing.class, "flag", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int flag;
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "A release fence before the store meets an acquire fence after the load.")
    @State
    public static class ReleaseAcquireMP extends Passing {
        @Actor
        public void writer() {
            x = 1;
            VarHandle.releaseFence();
            FLAG.setOpaque(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            int f = (int) FLAG.getOpaque(this);
            VarHandle.acquireFence();
            r.r1 = f;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Two stores in order, two loads in order.")
    @State
    public static class StoreStoreLoadLoadMP extends Passing {
        @Actor
        public void writer() {
            x = 1;
            VarHandle.storeStoreFence();
            FLAG.setOpaque(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            int f = (int) FLAG.getOpaque(this);
            VarHandle.loadLoadFence();
            r.r1 = f;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "A release fence meets an acquiring load.")
    @State
    public static class FenceMeetsAcquire extends Passing {
        @Actor
        public void writer() {
            x = 1;
            VarHandle.releaseFence();
            FLAG.setOpaque(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) FLAG.getAcquire(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: the loads of the reader are not ordered.")
    @State
    public static class ReleaseOnlyMP extends Passing {
        @Actor
        public void writer() {
            x = 1;
            VarHandle.releaseFence();
            FLAG.setOpaque(this, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) FLAG.getOpaque(this);
            r.r2 = x;
        }
    }
}
