package p;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.I_Result;

/** How often the actor looks is part of its state: there is no end of states. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It is told at last.")
@State
public class Counting {
    volatile boolean told;

    @Actor
    public void counts(I_Result r) {
        int looked = 0;
        while (!told) {
            looked++;
        }
        r.r1 = looked >= 0 ? 1 : 0;
    }

    @Actor
    public void tells() {
        told = true;
    }
}
