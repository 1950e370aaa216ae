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

/** Message passing through two plain fields of each type: JLS 17.4.5 orders nothing, so the second read may miss the first write. */
public class PlainFields {

    @JCStressTest
    @Outcome(id = {"false, false", "false, true", "true, true"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Booleans {
        boolean x;
        boolean y;

        @Actor
        public void writer() {
            x = true;
            y = true;
        }

        @Actor
        public void reader(ZZ_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Bytes {
        byte x;
        byte y;

        @Actor
        public void writer() {
            x = (byte) 1;
            y = (byte) 1;
        }

        @Actor
        public void reader(BB_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Shorts {
        short x;
        short y;

        @Actor
        public void writer() {
            x = (short) 1;
            y = (short) 1;
        }

        @Actor
        public void reader(SS_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"a, a", "a, b", "b, b"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, a", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Chars {
        char x = 'a';
        char y = 'a';

        @Actor
        public void writer() {
            x = 'b';
            y = 'b';
        }

        @Actor
        public void reader(CC_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Ints {
        int x;
        int y;

        @Actor
        public void writer() {
            x = 1;
            y = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Longs {
        long x;
        long y;

        @Actor
        public void writer() {
            x = 1L;
            y = 1L;
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0.0, 0.0", "0.0, 1.0", "1.0, 1.0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1.0, 0.0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Floats {
        float x;
        float y;

        @Actor
        public void writer() {
            x = 1F;
            y = 1F;
        }

        @Actor
        public void reader(FF_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0.0, 0.0", "0.0, 1.0", "1.0, 1.0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1.0, 0.0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class Doubles {
        double x;
        double y;

        @Actor
        public void writer() {
            x = 1D;
            y = 1D;
        }

        @Actor
        public void reader(DD_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"null, null", "null, b", "b, b"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "b, null", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A race: the read of x may see what x held before.")
    @State
    public static class References {
        String x;
        String y;

        @Actor
        public void writer() {
            x = "b";
            y = "b";
        }

        @Actor
        public void reader(LL_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }
}
