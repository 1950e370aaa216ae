package annotations;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The ways to write outcomes: one, several, in their container, with several ids, patterns, and a default. All tests but one are store buffering. */
public class Rows {

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The only actor sees its own write.")
    @State
    public static class One {
        int x;

        @Actor
        public void actor(I_Result r) {
            x = 1;
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "second first")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "first first")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both writes first")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain accesses of different variables are not ordered.")
    @State
    public static class Repeated {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome.Outcomes({
        @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving."),
        @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Volatile accesses have one order.")
    })
    @State
    public static class InContainer {
        volatile int x;
        volatile int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = ".*1.*", expect = Expect.ACCEPTABLE, desc = "A pattern for all with a 1.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain accesses of different variables are not ordered.")
    @State
    public static class Pattern {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "[01], [01]", expect = Expect.FORBIDDEN, desc = "Matches everything, but exact ids come first.")
    @Outcome(id = {"0, 1", "1, 0"}, expect = Expect.ACCEPTABLE, desc = "one after the other")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both writes first")
    @State
    public static class ExactBeforePattern {
        volatile int x;
        volatile int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1, .*", expect = Expect.ACCEPTABLE, desc = "The first pattern that matches counts.")
    @Outcome(id = ".*, .*", expect = Expect.ACCEPTABLE, desc = "The rest, in the order of declaration.")
    @State
    public static class FirstPattern {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "The default takes what nothing else matches.")
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @State
    public static class Default {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void second(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }
}
