package annotations;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Where the state may be: in the test itself, in a class of its own, shared by tests, with a superclass; and what methods may take. */
public class States {

    /** A state for two of the tests below. */
    @State
    public static class Pair {
        int x;
        volatile int y;
        final int start;

        public Pair() {
            start = 5;
            x = start;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 5", "0, 6", "1, 6"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 5", expect = Expect.FORBIDDEN, desc = "y is volatile.")
    public static class AsParameter {
        @Actor
        public void writer(Pair s) {
            s.x = 6;
            s.y = 1;
        }

        @Actor
        public void reader(Pair s, II_Result r) {
            r.r1 = s.y;
            r.r2 = s.x;
        }
    }

    @JCStressTest
    @Outcome(id = {"5, 0", "5, 1", "6, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "6, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "x, which is plain, is written after y.")
    public static class ResultBeforeState {
        @Actor
        public void writer(Pair s) {
            s.y = 1;
            s.x = 6;
        }

        @Actor
        public void reader(II_Result r, Pair s) {
            r.r1 = s.x;
            r.r2 = s.y;
        }
    }

    /** The test is not the state: one instance of it serves all states, and holds nothing that changes. */
    @JCStressTest
    @Outcome(id = "11", expect = Expect.ACCEPTABLE, desc = "5 of the state, 6 of the actor")
    public static class TestWithFields {
        final int six = 6;

        @Actor
        public void actor(Pair s) {
            s.x += six;
        }

        @Arbiter
        public void arbiter(Pair s, I_Result r) {
            r.r1 = s.x;
        }
    }

    /** What a state inherits is part of it. Expectations are inherited, too. */
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Somebody sees y before x.")
    public abstract static class Base {
        int x;
        volatile int y;

        void publish() {
            x = 1;
            y = 1;
        }
    }

    @JCStressTest
    @State
    public static class Inherits extends Base {
        @Actor
        public void writer() {
            publish();
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    /** Calls are virtual. */
    @JCStressTest
    @State
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "x is written after y.")
    public static class Overrides extends Base {
        @Override
        void publish() {
            y = 1;
            x = 1;
        }

        @Actor
        public void writer() {
            publish();
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    /** No actor has a result: the arbiter fills it in. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The actors have come before the arbiter.")
    @State
    public static class OnlyArbiterHasResult {
        int x;
        int y;

        @Actor
        public void first() {
            x = 1;
        }

        @Actor
        public void second() {
            y = 2;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    /** Initial values come from the constructor and from initialisers, and happen before the actors. */
    @JCStressTest
    @Outcome(id = {"7, 8"}, expect = Expect.ACCEPTABLE, desc = "All actions of the constructor are visible to the actors.")
    @State
    public static class Initialised {
        int x = 7;
        int[] a;

        {
            a = new int[] {0, 8};
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = x;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = a[1];
        }
    }

    /** Actors need not be void, and may be declared to throw. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "No exception is thrown.")
    @State
    public static class ReturnsValue {
        int x;

        @Actor
        public int actor(I_Result r) {
            x = 1;
            r.r1 = helper();
            return x;
        }

        int helper() {
            return x;
        }
    }

    /** A result field that nobody writes keeps its default; one that two actors write holds one of the values. */
    @JCStressTest
    @Outcome(id = {"1, 0", "2, 0"}, expect = Expect.ACCEPTABLE, desc = "Somebody writes last.")
    @State
    public static class SharedResultField {
        @Actor
        public void first(II_Result r) {
            r.r1 = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r1 = 2;
        }
    }
}
