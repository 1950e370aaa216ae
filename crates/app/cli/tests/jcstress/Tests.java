package p;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.II_Result;

/** One test for each thing that the front end reads; jcstress.rs says what must come of them. */
public class Tests {
    @State
    public static class Shared {
        int x;
        int y;
        volatile int v;
    }

    @JCStressTest
    @Description("message passing")
    @Ref("JLS 17.4.5")
    @Outcome(id = {"0, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "too early")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "stale")
    @State
    public static class Plain {
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
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "stale")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "whatever else")
    public static class Volatile {
        @Actor
        public void writer(Shared s) {
            s.x = 1;
            s.v = 1;
        }

        @Actor
        public void reader(II_Result r, Shared s) {
            r.r1 = s.v;
            r.r2 = s.x;
        }
    }

    /** An exact id goes before regular expressions, and the first of these before others. */
    @JCStressTest
    @Outcome(id = "\\d, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "an update was lost")
    @Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "nothing else")
    @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "both")
    public static class Arbitrated {
        @Actor
        public long first(Shared s) {
            return s.x++;
        }

        @Actor
        public static void second(Shared s) {
            s.x++;
        }

        @Arbiter
        public void arbiter(Shared s, II_Result r) {
            r.r2 = s.x;
        }
    }

    /** Both actors write the same field of the result. */
    @JCStressTest
    @Outcome(id = {"1, 0", "2, 0"}, expect = Expect.ACCEPTABLE, desc = "either")
    @State
    public static class Contested {
        @Actor
        public void one(II_Result r) {
            r.r1 = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = 2;
        }
    }

    /** One actor reads what the other writes to the result. */
    @JCStressTest
    @Outcome(id = {"1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "seen or not")
    @State
    public static class Looks {
        @Actor
        public void writes(II_Result r) {
            r.r1 = 1;
        }

        @Actor
        public void reads(II_Result r) {
            r.r2 = r.r1;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "nobody has looked")
    public static class Throws {
        @Actor
        public void one(Shared s, II_Result r) {
            if (s.v == 1) {
                throw new IllegalStateException("seen");
            }
        }

        @Actor
        public void two(Shared s) {
            s.v = 1;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "ends")
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "never looks again")
    @State
    public static class SpinsPlain {
        boolean stop;

        @Actor
        public void actor() {
            while (!stop) {
            }
        }

        @Signal
        public void signal() {
            stop = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "ends")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "is not told")
    @State
    public static class SpinsVolatile {
        volatile boolean stop;

        @Actor
        public void actor() {
            while (!stop) {
            }
        }

        @Signal
        public void signal(SpinsVolatile same) {
            same.stop = true;
        }
    }

    /** The notification may come before the wait. */
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "ends")
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "waits for ever")
    @State
    public static class MissesNotify {
        @Actor
        public synchronized void actor() throws InterruptedException {
            wait();
        }

        @Signal
        public synchronized void signal() {
            notifyAll();
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "an interrupt is noticed")
    @State
    public static class Interrupted {
        @Actor
        public void actor() {
            while (!Thread.interrupted()) {
            }
        }

        @Signal
        public void signal(Thread actor) {
            actor.interrupt();
        }
    }

    @Outcome.Outcomes({
        @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "from the meta class"),
        @Outcome(id = "7, 7", expect = Expect.ACCEPTABLE, desc = "never")
    })
    public static class Meta {
    }

    @JCStressTest
    @JCStressMeta(Meta.class)
    @State
    public static class Graded {
        @Actor
        public void actor(II_Result r) {
            r.r1 = 1;
            r.r2 = 1;
        }
    }

    @Outcome(id = "3, 0", expect = Expect.ACCEPTABLE, desc = "inherited")
    public abstract static class Base {
        int x = 3;

        @Actor
        public void actor(II_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    public static class Inherits extends Base {
    }

    @Result
    public static class Own {
        public long number;
        public String text;
        public boolean[] none;
    }

    /** A result of the test's own, without a text: that of its fields. */
    @JCStressTest
    @Outcome(id = "5, five, null", expect = Expect.ACCEPTABLE, desc = "field by field")
    @State
    public static class OwnResult {
        @Actor
        public void actor(Own r) {
            r.number = 5;
            r.text = "five";
        }
    }
}
