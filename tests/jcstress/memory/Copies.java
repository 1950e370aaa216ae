package memory;

import java.util.Arrays;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Copies are made of plain reads and writes (Object.clone: "as if by assignment"). */
public class Copies {

    @JCStressTest
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE, desc = "Nothing yet, or all of it.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A plain reference does not publish what it leads to.")
    @State
    public static class CloneOfArray {
        final int[] first = {1};
        int[] published;

        @Actor
        public void publish() {
            published = first.clone();
        }

        @Actor
        public void read(I_Result r) {
            int[] seen = published;
            r.r1 = seen == null ? -1 : seen[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE, desc = "Nothing yet, or all of it.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A plain reference does not publish what it leads to.")
    @State
    public static class CopyOf {
        final int[] first = {1};
        int[] published;

        @Actor
        public void publish() {
            published = Arrays.copyOf(first, 2);
        }

        @Actor
        public void read(I_Result r) {
            int[] seen = published;
            r.r1 = seen == null ? -1 : seen[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE, desc = "Nothing yet, or all of it.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A plain reference does not publish what it leads to.")
    @State
    public static class CloneOfObject {
        static class Point implements Cloneable {
            int x = 1;

            Point copy() {
                try {
                    return (Point) clone();
                } catch (CloneNotSupportedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        final Point first = new Point();
        Point published;

        @Actor
        public void publish() {
            published = first.copy();
        }

        @Actor
        public void read(I_Result r) {
            Point seen = published;
            r.r1 = seen == null ? -1 : seen.x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 0", "1, 1", "0, 1"}, expect = Expect.ACCEPTABLE, desc = "Elements are read one after the other.")
    @State
    public static class CloneWhileWritten {
        final int[] shared = new int[2];

        @Actor
        public void write() {
            shared[0] = 1;
            shared[1] = 1;
        }

        @Actor
        public void copy(II_Result r) {
            int[] copy = shared.clone();
            r.r1 = copy[0];
            r.r2 = copy[1];
        }
    }

    @JCStressTest
    @Outcome(id = {"true", "false"}, expect = Expect.ACCEPTABLE, desc = "Compared while one of the arrays has the new byte, or not.")
    @State
    public static class Equals {
        final byte[] a = new byte[9];
        final byte[] b = new byte[9];

        @Actor
        public void write() {
            a[8] = 1;
            b[8] = 1;
        }

        @Actor
        public void compare(Z_Result r) {
            r.r1 = Arrays.equals(a, b);
        }
    }
}
