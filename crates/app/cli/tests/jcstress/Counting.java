package p;

import org.openjdk.jcstress.annotations.*;

/** How often the second actor looks is part of its state: there is no end of states. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It is told at last.")
@State
public class Counting {
    volatile boolean told;

    @Result
    public static class Told {
        public int r1;
    }

    @Actor
    public void tells() {
        told = true;
    }

    @Actor
    public void counts(Told r) {
        int looked = 0;
        while (!told) {
            looked++;
        }
        r.r1 = looked >= 0 ? 1 : 0;
    }
}
