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

/** Message passing through two elements of an array of each type: elements are plain variables of their own (JLS 17.6). */
public class ArrayElements {

    @JCStressTest
    @Outcome(id = {"false, false", "false, true", "true, true"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Booleans {
        final boolean[] a = new boolean[2];

        @Actor
        public void writer() {
            a[0] = true;
            a[1] = true;
        }

        @Actor
        public void reader(ZZ_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Bytes {
        final byte[] a = new byte[2];

        @Actor
        public void writer() {
            a[0] = (byte) 1;
            a[1] = (byte) 1;
        }

        @Actor
        public void reader(BB_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Shorts {
        final short[] a = new short[2];

        @Actor
        public void writer() {
            a[0] = (short) 1;
            a[1] = (short) 1;
        }

        @Actor
        public void reader(SS_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"a, a", "a, b", "b, b"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, a", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Chars {
        final char[] a = {'a', 'a'};

        @Actor
        public void writer() {
            a[0] = 'b';
            a[1] = 'b';
        }

        @Actor
        public void reader(CC_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Ints {
        final int[] a = new int[2];

        @Actor
        public void writer() {
            a[0] = 1;
            a[1] = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Longs {
        final long[] a = new long[2];

        @Actor
        public void writer() {
            a[0] = 1L;
            a[1] = 1L;
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0.0, 0.0", "0.0, 1.0", "1.0, 1.0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1.0, 0.0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Floats {
        final float[] a = new float[2];

        @Actor
        public void writer() {
            a[0] = 1F;
            a[1] = 1F;
        }

        @Actor
        public void reader(FF_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0.0, 0.0", "0.0, 1.0", "1.0, 1.0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1.0, 0.0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class Doubles {
        final double[] a = new double[2];

        @Actor
        public void writer() {
            a[0] = 1D;
            a[1] = 1D;
        }

        @Actor
        public void reader(DD_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"null, null", "null, b", "b, b"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, null", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race on each element.")
    @State
    public static class References {
        final String[] a = new String[2];

        @Actor
        public void writer() {
            a[0] = "b";
            a[1] = "b";
        }

        @Actor
        public void reader(LL_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }
}
