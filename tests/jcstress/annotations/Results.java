package annotations;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.annotations.Result;
import org.openjdk.jcstress.infra.Copyable;
import org.openjdk.jcstress.infra.results.CSB_Result;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.ZFD_Result;

/** Result classes: those of jcstress with all types of fields, and one of our own. */
public class Results {

    @JCStressTest
    @Outcome(id = {"x, -3, 4", "y, -3, 4"}, expect = Expect.ACCEPTABLE, desc = "Values as Java writes them.")
    @State
    public static class SmallTypes {
        volatile char c = 'x';

        @Actor
        public void first() {
            c = 'y';
        }

        @Actor
        public void second(CSB_Result r) {
            r.r1 = c;
            r.r2 = -3;
            r.r3 = 4;
        }
    }

    @JCStressTest
    @Outcome(id = {"true, 1.5, -0.0", "true, 1.0E10, -0.0"}, expect = Expect.ACCEPTABLE, desc = "Values as Java writes them.")
    @State
    public static class Floating {
        volatile float f = 1.5F;

        @Actor
        public void first() {
            f = 1e10F;
        }

        @Actor
        public void second(ZFD_Result r) {
            r.r1 = true;
            r.r2 = f;
            r.r3 = -0.0;
        }
    }

    @JCStressTest
    @Outcome(id = {"null, null", "[1, 2], null", "[1, 2], one"}, expect = Expect.ACCEPTABLE, desc = "References are written by their toString.")
    @State
    public static class References {
        volatile Object list;
        volatile String s;

        @Actor
        public void first() {
            list = java.util.List.of(1, 2);
            s = "one";
        }

        @Actor
        public void second(LL_Result r) {
            r.r2 = s;
            r.r1 = list;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 0, 0, 0", "0, 1, 0, 0", "0, 0, 1, 0", "0, 0, 0, 1"}, expect = Expect.ACCEPTABLE, desc = "One of four is first.")
    @State
    public static class FourActors {
        int count;

        synchronized int first() {
            return count++ == 0 ? 1 : 0;
        }

        @Actor
        public void a(IIII_Result r) {
            r.r1 = first();
        }

        @Actor
        public void b(IIII_Result r) {
            r.r2 = first();
        }

        @Actor
        public void c(IIII_Result r) {
            r.r3 = first();
        }

        @Actor
        public void d(IIII_Result r) {
            r.r4 = first();
        }
    }

    /** A result of our own: jcstress wants a field jcstress_trap, public fields, equals, hashCode and toString. */
    @Result
    public static class Labelled implements Copyable {
        public int jcstress_trap;
        public int sum;
        public String who;

        @Override
        public int hashCode() {
            return sum;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Labelled && ((Labelled) o).sum == sum && java.util.Objects.equals(((Labelled) o).who, who);
        }

        @Override
        public String toString() {
            return who + " sees " + sum;
        }

        @Override
        public Object copy() {
            Labelled copy = new Labelled();
            copy.sum = sum;
            copy.who = who;
            return copy;
        }
    }

    @JCStressTest
    @Outcome(id = {"arbiter sees 1", "arbiter sees 2"}, expect = Expect.ACCEPTABLE, desc = "An increment may be lost.")
    @State
    public static class OwnResult {
        int x;

        @Actor
        public void first(Labelled r) {
            x++;
            r.who = "arbiter";
        }

        @Actor
        public void second() {
            x++;
        }

        @Arbiter
        public void last(Labelled r) {
            r.sum = x;
        }
    }
}
