package p;

import java.io.FileInputStream;
import java.io.IOException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests whose searches are not complete, beside one whose is. */
public class Holes {

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 0"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "7, 7", expect = Expect.ACCEPTABLE, desc = "nobody writes that")
    @Outcome(id = "8, 8", expect = Expect.FORBIDDEN)
    @State
    public static class Whole {
        volatile int x;

        @Actor
        public void writer() {
            x = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 0"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "7, 7", expect = Expect.ACCEPTABLE, desc = "if the file says so")
    @Outcome(id = "8, 8", expect = Expect.FORBIDDEN)
    @State
    public static class Reads {
        volatile int x;

        @Actor
        public void writer() {
            x = 1;
        }

        @Actor
        public void reader(II_Result r) throws IOException {
            r.r1 = x;
            if (r.r1 == 1) {
                try (FileInputStream file = new FileInputStream("/nowhere/numbers")) {
                    r.r1 = file.read();
                    r.r2 = file.read();
                }
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 0"}, expect = Expect.ACCEPTABLE)
    @State
    public static class Dropped {
        volatile int x;

        @Actor
        public void writer() {
            x = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = x;
            gov.nasa.jpf.vm.Verify.ignoreIf(r.r1 >= 0);
        }
    }
}
