package p;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests with something wrong in each but the last. */
public class Broken {
    @JCStressTest
    @State
    public static class NoOutcome {
        @Actor
        public void actor(II_Result r) {
        }
    }

    @JCStressTest
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class WrongParameter {
        @Actor
        public void actor(int number, II_Result r) {
        }
    }

    @JCStressTest
    @Outcome(id = "(1", expect = Expect.ACCEPTABLE)
    @State
    public static class WrongPattern {
        @Actor
        public void actor(II_Result r) {
        }
    }

    @JCStressTest
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class NoActor {
        @Arbiter
        public void arbiter(II_Result r) {
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class NoSignal {
        @Actor
        public void actor() {
        }
    }

    @JCStressTest
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    static class NotPublic {
        @Actor
        public void actor(II_Result r) {
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE)
    @State
    public static class Right {
        @Actor
        public void actor(II_Result r) {
        }
    }
}
