package types;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.D_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** A volatile long or double is read whole (JLS 17.7), whatever its halves. */
public class WholeValues {

    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Before the write.")
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "After the write.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Half of a value.")
    @State
    public static class Longs {
        volatile long v;

        @Actor
        public void writer() {
            v = -1L;
        }

        @Actor
        public void reader(J_Result r) {
            r.r1 = v;
        }
    }

    @JCStressTest
    @Outcome(id = "0.0", expect = Expect.ACCEPTABLE, desc = "Before the write.")
    @Outcome(id = "-1.1", expect = Expect.ACCEPTABLE, desc = "After the write.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Half of a value.")
    @State
    public static class Doubles {
        volatile double v;

        @Actor
        public void writer() {
            v = -1.1;
        }

        @Actor
        public void reader(D_Result r) {
            r.r1 = v;
        }
    }
}
