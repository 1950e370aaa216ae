package types;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.BB_Result;
import org.openjdk.jcstress.infra.results.CC_Result;
import org.openjdk.jcstress.infra.results.DD_Result;
import org.openjdk.jcstress.infra.results.FF_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.SS_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Message passing by a volatile field of each type: the read that sees the write happens after it (JLS 17.4.4). */
public class VolatileFields {

    @JCStressTest
    @Outcome(id = {"false, false", "false, true", "true, true"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Booleans {
        boolean x;
        volatile boolean ready;

        @Actor
        public void writer() {
            x = true;
            ready = true;
        }

        @Actor
        public void reader(ZZ_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Bytes {
        byte x;
        volatile byte ready;

        @Actor
        public void writer() {
            x = (byte) 1;
            ready = (byte) 1;
        }

        @Actor
        public void reader(BB_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Shorts {
        short x;
        volatile short ready;

        @Actor
        public void writer() {
            x = (short) 1;
            ready = (short) 1;
        }

        @Actor
        public void reader(SS_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"a, a", "a, b", "b, b"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, a", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Chars {
        char x = 'a';
        volatile char ready = 'a';

        @Actor
        public void writer() {
            x = 'b';
            ready = 'b';
        }

        @Actor
        public void reader(CC_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Ints {
        int x;
        volatile int ready;

        @Actor
        public void writer() {
            x = 1;
            ready = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Longs {
        long x;
        volatile long ready;

        @Actor
        public void writer() {
            x = 1L;
            ready = 1L;
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0.0, 0.0", "0.0, 1.0", "1.0, 1.0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1.0, 0.0", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Floats {
        float x;
        volatile float ready;

        @Actor
        public void writer() {
            x = 1F;
            ready = 1F;
        }

        @Actor
        public void reader(FF_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0.0, 0.0", "0.0, 1.0", "1.0, 1.0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1.0, 0.0", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class Doubles {
        double x;
        volatile double ready;

        @Actor
        public void writer() {
            x = 1D;
            ready = 1D;
        }

        @Actor
        public void reader(DD_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"null, null", "null, b", "b, b"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, null", expect = Expect.FORBIDDEN, desc = "The write of x happens before the read.")
    @State
    public static class References {
        String x;
        volatile String ready;

        @Actor
        public void writer() {
            x = "b";
            ready = "b";
        }

        @Actor
        public void reader(LL_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }
}
