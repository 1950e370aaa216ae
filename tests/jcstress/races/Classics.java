package races;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The classic small tests, with plain and volatile variables. */
public class Classics {

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both writes happen whatever is read, so they can be committed first.")
    @State
    public static class LoadBuffering {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nobody writes anything else.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A value out of thin air.")
    @State
    public static class OutOfThinAir {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            int a = x;
            y = a;
            r.r1 = a;
        }

        @Actor
        public void second(II_Result r) {
            int b = y;
            x = b;
            r.r2 = b;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Neither write is ever done.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Each write would depend on the other.")
    @State
    public static class ConditionalWrites {
        int x;
        int y;

        @Actor
        public void first(II_Result r) {
            int a = x;
            if (a == 1) {
                y = 1;
            }
            r.r1 = a;
        }

        @Actor
        public void second(II_Result r) {
            int b = y;
            if (b == 1) {
                x = 1;
            }
            r.r2 = b;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 0"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Volatile accesses have one order.")
    @State
    public static class LoadBufferingVolatile {
        volatile int x;
        volatile int y;

        @Actor
        public void first(II_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "One volatile variable does not suffice.")
    @State
    public static class StoreBufferingHalfVolatile {
        volatile int x;
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
    @Outcome(id = {"1, 2", "2, 1", "2, 2"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Nothing says that either write to x comes last.")
    @State
    public static class TwoPlusTwoWrites {
        int x;
        int y;

        @Actor
        public void first() {
            x = 1;
            y = 2;
        }

        @Actor
        public void second() {
            y = 1;
            x = 2;
        }

        @Arbiter
        public void last(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1", "2, 2"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Volatile accesses have one order.")
    @State
    public static class TwoPlusTwoWritesVolatile {
        volatile int x;
        volatile int y;

        @Actor
        public void first() {
            x = 1;
            y = 2;
        }

        @Actor
        public void second() {
            y = 1;
            x = 2;
        }

        @Arbiter
        public void last(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain variables are not coherent.")
    @State
    public static class TwoReads {
        int x;

        @Actor
        public void writer() {
            x = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = x;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "1", "2"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @State
    public static class TwoWrites {
        int x;

        @Actor
        public void writer() {
            x = 1;
            x = 2;
        }

        @Actor
        public void reader(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "The later write of the only writer.")
    @State
    public static class LastWrite {
        int x;

        @Actor
        public void writer() {
            x = 1;
            x = 2;
        }

        @Actor
        public void other() {
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 1, 0", expect = Expect.FORBIDDEN, desc = "Volatile accesses have one order.")
    @Outcome(id = "[01], [01], [01], [01]", expect = Expect.ACCEPTABLE, desc = "Everything else.")
    @State
    public static class IndependentReadsVolatile {
        volatile int x;
        volatile int y;

        @Actor
        public void writeX() {
            x = 1;
        }

        @Actor
        public void writeY() {
            y = 1;
        }

        @Actor
        public void readXY(IIII_Result r) {
            r.r1 = x;
            r.r2 = y;
        }

        @Actor
        public void readYX(IIII_Result r) {
            r.r3 = y;
            r.r4 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The readers see the writes in different orders.")
    @Outcome(id = "[01], [01], [01], [01]", expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @State
    public static class IndependentReads {
        int x;
        int y;

        @Actor
        public void writeX() {
            x = 1;
        }

        @Actor
        public void writeY() {
            y = 1;
        }

        @Actor
        public void readXY(IIII_Result r) {
            r.r1 = x;
            r.r2 = y;
        }

        @Actor
        public void readYX(IIII_Result r) {
            r.r3 = y;
            r.r4 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = Expect.FORBIDDEN, desc = "Happens-before is transitive.")
    @Outcome(id = {"0, 0, 0", "0, 0, 1", "1, 0, 0", "1, 0, 1", "1, 1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @State
    public static class WriteToReadCausality {
        int x;
        volatile int y;
        volatile int z;

        @Actor
        public void first() {
            x = 1;
            y = 1;
        }

        @Actor
        public void second(III_Result r) {
            int a = y;
            z = a;
            r.r1 = a;
        }

        @Actor
        public void third(III_Result r) {
            r.r2 = z;
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE, desc = "An increment is a read and a write.")
    @State
    public static class LostUpdate {
        int x;

        @Actor
        public void first() {
            x++;
        }

        @Actor
        public void second() {
            x++;
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE, desc = "Volatile increments are not atomic either.")
    @State
    public static class LostUpdateVolatile {
        volatile int x;

        @Actor
        public void first() {
            x++;
        }

        @Actor
        public void second() {
            x++;
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Elements of an array are plain, also if the variable that holds it is volatile.")
    @State
    public static class VolatileArrayPlainElements {
        volatile int[] a = new int[2];

        @Actor
        public void writer() {
            a[0] = 1;
            a[1] = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = a[1];
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "The race is benign: both compute the same, and each reads once.")
    @State
    public static class CachedHash {
        int hash;

        int get() {
            int h = hash;
            if (h == 0) {
                h = 42;
                hash = h;
            }
            return h;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = get();
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = get();
        }
    }

    @JCStressTest
    @Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = {"0, 42", "42, 0"}, expect = Expect.ACCEPTABLE_INTERESTING, desc = "The second read may be older than the first.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "One of them writes, and then reads its own write or that of the other.")
    @State
    public static class CachedHashReadTwice {
        int hash;

        int get() {
            if (hash == 0) {
                hash = 42;
            }
            return hash;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = get();
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = get();
        }
    }
}
