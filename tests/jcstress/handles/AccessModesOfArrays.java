package handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JI_Result;
import org.openjdk.jcstress.infra.results.LI_Result;

/** The four pairs of access modes on the elements of an array, and on longs and references, as they pass a message. */
public class AccessModesOfArrays {

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain accesses race.")
    @State
    public static class PlainInts {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        int x;
        final int[] a = new int[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.set(a, 1, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) ELEMENTS.get(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: opaque accesses of different variables are not ordered.")
    @State
    public static class OpaqueInts {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        int x;
        final int[] a = new int[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setOpaque(a, 1, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) ELEMENTS.getOpaque(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class ReleaseAcquireInts {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        int x;
        final int[] a = new int[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setRelease(a, 1, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) ELEMENTS.getAcquire(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class VolatileInts {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        int x;
        final int[] a = new int[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setVolatile(a, 1, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = (int) ELEMENTS.getVolatile(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain accesses race.")
    @State
    public static class PlainLongs {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

        int x;
        final long[] a = new long[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.set(a, 1, 1L);
        }

        @Actor
        public void reader(JI_Result r) {
            r.r1 = (long) ELEMENTS.get(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: opaque accesses of different variables are not ordered.")
    @State
    public static class OpaqueLongs {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

        int x;
        final long[] a = new long[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setOpaque(a, 1, 1L);
        }

        @Actor
        public void reader(JI_Result r) {
            r.r1 = (long) ELEMENTS.getOpaque(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class ReleaseAcquireLongs {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

        int x;
        final long[] a = new long[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setRelease(a, 1, 1L);
        }

        @Actor
        public void reader(JI_Result r) {
            r.r1 = (long) ELEMENTS.getAcquire(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class VolatileLongs {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

        int x;
        final long[] a = new long[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setVolatile(a, 1, 1L);
        }

        @Actor
        public void reader(JI_Result r) {
            r.r1 = (long) ELEMENTS.getVolatile(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"null, 0", "null, 1", "b, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain accesses race.")
    @State
    public static class PlainStrings {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(String[].class);

        int x;
        final String[] a = new String[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.set(a, 1, "b");
        }

        @Actor
        public void reader(LI_Result r) {
            r.r1 = (String) ELEMENTS.get(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"null, 0", "null, 1", "b, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: opaque accesses of different variables are not ordered.")
    @State
    public static class OpaqueStrings {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(String[].class);

        int x;
        final String[] a = new String[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setOpaque(a, 1, "b");
        }

        @Actor
        public void reader(LI_Result r) {
            r.r1 = (String) ELEMENTS.getOpaque(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"null, 0", "null, 1", "b, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class ReleaseAcquireStrings {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(String[].class);

        int x;
        final String[] a = new String[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setRelease(a, 1, "b");
        }

        @Actor
        public void reader(LI_Result r) {
            r.r1 = (String) ELEMENTS.getAcquire(a, 1);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"null, 0", "null, 1", "b, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, 0", expect = Expect.FORBIDDEN, desc = "The write that is seen has released what came before it.")
    @State
    public static class VolatileStrings {
        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(String[].class);

        int x;
        final String[] a = new String[3];

        @Actor
        public void writer() {
            x = 1;
            ELEMENTS.setVolatile(a, 1, "b");
        }

        @Actor
        public void reader(LI_Result r) {
            r.r1 = (String) ELEMENTS.getVolatile(a, 1);
            r.r2 = x;
        }
    }
}
