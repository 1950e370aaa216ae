package annotations;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Descriptions, references, and expectations that stand on another class. */
public class Metas {

    @Description("Message passing by a flag.")
    @Ref("https://docs.oracle.com/javase/specs/jls/se17/html/jls-17.html#jls-17.4.5")
    @Ref("https://docs.oracle.com/javase/specs/jls/se17/html/jls-17.html#jls-17.4.4")
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The flag is volatile.")
    public static class Passing {
    }

    @JCStressTest
    @JCStressMeta(Passing.class)
    @State
    public static class FromMeta {
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

    /** Rows of the meta class come first, then those of the test itself. */
    @JCStressTest
    @JCStressMeta(Passing.class)
    @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "The second value of the flag.")
    @Description("Message passing by a flag that is set twice.")
    @State
    public static class MetaAndOwn {
        int x;
        volatile int ready;

        @Actor
        public void writer() {
            x = 1;
            ready = 1;
            ready = 2;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = ready;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Description("One reference, in its own words.")
    @Ref("JLS 17.4.5")
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The flag is plain.")
    @State
    public static class Described {
        int x;
        int ready;

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
}
