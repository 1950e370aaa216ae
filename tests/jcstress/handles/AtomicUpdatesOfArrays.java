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
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Atomic updates of elements of arrays and of references, in the modes that differ. */
public class AtomicUpdatesOfArrays {

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndAdd {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        final int[] a = new int[2];

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) ELEMENTS.getAndAdd(a, 1, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) ELEMENTS.getAndAdd(a, 1, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = a[1];
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndAddRelease {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        final int[] a = new int[2];

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) ELEMENTS.getAndAddRelease(a, 1, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) ELEMENTS.getAndAddRelease(a, 1, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = a[1];
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 1", expect = Expect.ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
    @State
    public static class GetAndSetAcquire {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        final int[] a = new int[2];

        @Actor
        public void first(III_Result r) {
            r.r1 = (int) ELEMENTS.getAndSetAcquire(a, 1, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = (int) ELEMENTS.getAndSetAcquire(a, 1, 2);
        }

        @Arbiter
        public void last(III_Result r) {
            r.r3 = a[1];
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, a", expect = Expect.ACCEPTABLE, desc = "first succeeds")
    @Outcome(id = "false, true, b", expect = Expect.ACCEPTABLE, desc = "second succeeds")
    @Outcome(id = "false, false, null", expect = Expect.FORBIDDEN, desc = "The first one to try finds null.")
    @State
    public static class CompareAndSetOfReferences {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(String[].class);

        final String[] a = new String[1];

        @Actor
        public void first(ZZL_Result r) {
            r.r1 = ELEMENTS.compareAndSet(a, 0, (String) null, "a");
        }

        @Actor
        public void second(ZZL_Result r) {
            r.r2 = ELEMENTS.compareAndSet(a, 0, (String) null, "b");
        }

        @Arbiter
        public void last(ZZL_Result r) {
            r.r3 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, a", expect = Expect.ACCEPTABLE, desc = "first succeeds")
    @Outcome(id = "false, true, b", expect = Expect.ACCEPTABLE, desc = "second succeeds")
    @Outcome(id = "false, false, null", expect = Expect.ACCEPTABLE, desc = "Both fail for no reason.")
    @State
    public static class WeakCompareAndSetPlainOfReferences {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(String[].class);

        final String[] a = new String[1];

        @Actor
        public void first(ZZL_Result r) {
            r.r1 = ELEMENTS.weakCompareAndSetPlain(a, 0, (String) null, "a");
        }

        @Actor
        public void second(ZZL_Result r) {
            r.r2 = ELEMENTS.weakCompareAndSetPlain(a, 0, (String) null, "b");
        }

        @Arbiter
        public void last(ZZL_Result r) {
            r.r3 = a[0];
        }
    }
}
