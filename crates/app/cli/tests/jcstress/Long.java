package p;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.II_Result;

/** Tests of which the second takes longer than anybody waits. */
public class Long {
    @JCStressTest @State @Outcome(expect = Expect.ACCEPTABLE)
    public static class First {
        volatile int x;
        @Actor public void one() { x = 1; }
        @Actor public void two(II_Result r) { r.r1 = x; }
    }

    @JCStressTest @State @Outcome(expect = Expect.ACCEPTABLE)
    public static class Second {
        volatile int x, y, z;
        @Actor public void one() { for (int i = 0; i < 50; i++) { x++; y += x; } }
        @Actor public void two() { for (int i = 0; i < 50; i++) { y++; x += z; } }
        @Actor public void three(II_Result r) { for (int i = 0; i < 50; i++) { z += x + y; } r.r1 = z; }
    }

    @JCStressTest @State @Outcome(expect = Expect.ACCEPTABLE)
    public static class Third {
        volatile int x;
        @Actor public void one() { x = 1; }
        @Actor public void two(II_Result r) { r.r1 = x; }
    }
}
