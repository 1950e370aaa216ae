package p;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Large arrays, filled and published by a race. */
public class Large {

    @JCStressTest
    @Outcome(id = {"-1, -1", "0, 0", "42, 42", "0, 42", "42, 0"}, expect = Expect.ACCEPTABLE)
    @State
    public static class Ints {
        int[] shared;

        @Actor
        public void writer() {
            int[] array = new int[1 << 21];
            for (int i = 0; i < array.length; i++) {
                array[i] = 42;
            }
            shared = array;
        }

        @Actor
        public void reader(II_Result r) {
            int[] array = shared;
            r.r1 = array == null ? -1 : array[0];
            r.r2 = array == null ? -1 : array[array.length - 1];
        }
    }

    @JCStressTest
    @Outcome(id = {"-1, -1", "0, 0"}, expect = Expect.ACCEPTABLE)
    @State
    public static class Objects {
        Object[] shared;

        @Actor
        public void writer() {
            Object[] array = new Object[1 << 16];
            for (int i = 0; i < array.length; i++) {
                array[i] = new Object();
            }
            shared = array;
        }

        @Actor
        public void reader(II_Result r) {
            Object[] array = shared;
            r.r1 = r.r2 = array == null ? -1 : 0;
            for (int i = 0; array != null && i < array.length; i++) {
                r.r1 += array[i] == null ? 1 : 0;
            }
        }
    }
}
