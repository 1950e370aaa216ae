package types;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.BBB_Result;
import org.openjdk.jcstress.infra.results.CCC_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.SSS_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Neighbours in an array of each small type: a write to one element never disturbs another (JLS 17.6). */
public class Neighbours {

    @JCStressTest
    @Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "Both writes, and nothing else.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An element was disturbed.")
    @State
    public static class Booleans {
        final boolean[] a = new boolean[3];

        @Actor
        public void first() {
            a[0] = true;
        }

        @Actor
        public void third() {
            a[2] = true;
        }

        @Arbiter
        public void look(ZZZ_Result r) {
            r.r1 = a[0];
            r.r2 = a[1];
            r.r3 = a[2];
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Both writes, and nothing else.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An element was disturbed.")
    @State
    public static class Bytes {
        final byte[] a = new byte[3];

        @Actor
        public void first() {
            a[0] = (byte) 1;
        }

        @Actor
        public void third() {
            a[2] = (byte) 1;
        }

        @Arbiter
        public void look(BBB_Result r) {
            r.r1 = a[0];
            r.r2 = a[1];
            r.r3 = a[2];
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Both writes, and nothing else.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An element was disturbed.")
    @State
    public static class Shorts {
        final short[] a = new short[3];

        @Actor
        public void first() {
            a[0] = (short) 1;
        }

        @Actor
        public void third() {
            a[2] = (short) 1;
        }

        @Arbiter
        public void look(SSS_Result r) {
            r.r1 = a[0];
            r.r2 = a[1];
            r.r3 = a[2];
        }
    }

    @JCStressTest
    @Outcome(id = "b, a, b", expect = Expect.ACCEPTABLE, desc = "Both writes, and nothing else.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An element was disturbed.")
    @State
    public static class Chars {
        final char[] a = {'a', 'a', 'a'};

        @Actor
        public void first() {
            a[0] = 'b';
        }

        @Actor
        public void third() {
            a[2] = 'b';
        }

        @Arbiter
        public void look(CCC_Result r) {
            r.r1 = a[0];
            r.r2 = a[1];
            r.r3 = a[2];
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Both writes, and nothing else.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An element was disturbed.")
    @State
    public static class Longs {
        final long[] a = new long[3];

        @Actor
        public void first() {
            a[0] = 1L;
        }

        @Actor
        public void third() {
            a[2] = 1L;
        }

        @Arbiter
        public void look(JJJ_Result r) {
            r.r1 = a[0];
            r.r2 = a[1];
            r.r3 = a[2];
        }
    }
}
