package finals;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Objects that are published by a race, and what final fields (JLS 17.5) and other means guarantee. -1 stands for "not there yet". */
public class Publication {

    static class Plain {
        int x;

        Plain(int x) {
            this.x = x;
        }
    }

    static class Frozen {
        final int x;

        Frozen(int x) {
            this.x = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "42"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The object without its contents.")
    @State
    public static class PlainField {
        Plain shared;

        @Actor
        public void writer() {
            shared = new Plain(42);
        }

        @Actor
        public void reader(I_Result r) {
            Plain p = shared;
            r.r1 = p == null ? -1 : p.x;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "42"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The field is final.")
    @State
    public static class FinalField {
        Frozen shared;

        @Actor
        public void writer() {
            shared = new Frozen(42);
        }

        @Actor
        public void reader(I_Result r) {
            Frozen p = shared;
            r.r1 = p == null ? -1 : p.x;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "42"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The variable is volatile.")
    @State
    public static class ByVolatile {
        volatile Plain shared;

        @Actor
        public void writer() {
            shared = new Plain(42);
        }

        @Actor
        public void reader(I_Result r) {
            Plain p = shared;
            r.r1 = p == null ? -1 : p.x;
        }
    }

    static class Mixed {
        final int f;
        int p;

        Mixed() {
            p = 1;
            f = 2;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1, -1", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A final field guarantees nothing for its plain neighbour.")
    @Outcome(id = {"0, 1", "0, 0"}, expect = Expect.FORBIDDEN, desc = "The field f is final.")
    @State
    public static class NeighbourOfFinal {
        Mixed shared;

        @Actor
        public void writer() {
            shared = new Mixed();
        }

        @Actor
        public void reader(II_Result r) {
            Mixed m = shared;
            r.r1 = m == null ? -1 : m.f;
            r.r2 = m == null ? -1 : m.p;
        }
    }

    static class Wrapper {
        final int[] elements;
        final Plain inner;

        Wrapper() {
            elements = new int[2];
            elements[1] = 7;
            inner = new Plain(8);
        }
    }

    @JCStressTest
    @Outcome(id = {"-1, -1", "7, 8"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "What is reached through final fields is as up to date as the freeze.")
    @State
    public static class ThroughFinal {
        Wrapper shared;

        @Actor
        public void writer() {
            shared = new Wrapper();
        }

        @Actor
        public void reader(II_Result r) {
            Wrapper w = shared;
            r.r1 = w == null ? -1 : w.elements[1];
            r.r2 = w == null ? -1 : w.inner.x;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "7", "9"}, expect = Expect.ACCEPTABLE, desc = "What is written after the freeze may be missed.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "What was written before the freeze is not.")
    @State
    public static class WriteAfterFreeze {
        Wrapper shared;

        @Actor
        public void writer() {
            Wrapper w = new Wrapper();
            shared = w;
            w.elements[1] = 9;
        }

        @Actor
        public void reader(I_Result r) {
            Wrapper w = shared;
            r.r1 = w == null ? -1 : w.elements[1];
        }
    }

    static class Leaks {
        final int x;

        Leaks(Leaking state) {
            state.shared = this;
            x = 42;
        }
    }

    /** The state of the next test. */
    @State
    public static class Leaking {
        Leaks shared;
    }

    @JCStressTest
    @Outcome(id = {"-1", "0", "42"}, expect = Expect.ACCEPTABLE, desc = "The constructor lets others find the object before its end.")
    public static class LeakedThis {
        @Actor
        public void writer(Leaking s) {
            new Leaks(s);
        }

        @Actor
        public void reader(Leaking s, I_Result r) {
            Leaks l = s.shared;
            r.r1 = l == null ? -1 : l.x;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "5"}, expect = Expect.ACCEPTABLE, desc = "The fields of a record are final.")
    @State
    public static class Records {
        record Point(int x) {
        }

        Point shared;

        @Actor
        public void writer() {
            shared = new Point(5);
        }

        @Actor
        public void reader(I_Result r) {
            Point p = shared;
            r.r1 = p == null ? -1 : p.x();
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "6"}, expect = Expect.ACCEPTABLE, desc = "What a lambda has captured is final.")
    @State
    public static class Lambdas {
        java.util.function.IntSupplier shared;

        @Actor
        public void writer() {
            int six = 6;
            shared = () -> six;
        }

        @Actor
        public void reader(I_Result r) {
            java.util.function.IntSupplier s = shared;
            r.r1 = s == null ? -1 : s.getAsInt();
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "3"}, expect = Expect.ACCEPTABLE, desc = "The value of an Integer is final.")
    @State
    public static class Boxes {
        Integer shared;

        @Actor
        public void writer() {
            shared = 3;
        }

        @Actor
        public void reader(I_Result r) {
            Integer i = shared;
            r.r1 = i == null ? -1 : i;
        }
    }
}
