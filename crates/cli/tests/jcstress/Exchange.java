package p;

import java.util.concurrent.Exchanger;

import org.openjdk.jcstress.annotations.*;

/** How long an exchanger spins follows from pseudo-random numbers: its states are too many for any search. */
@JCStressTest
@Outcome(id = "b, a", expect = Expect.ACCEPTABLE, desc = "Each gets what the other gives.")
@State
public class Exchange {
    final Exchanger<String> exchanger = new Exchanger<>();

    @Result
    public static class Both {
        public String first, second;
    }

    @Actor
    public void first(Both r) {
        try {
            r.first = exchanger.exchange("a");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Actor
    public void second(Both r) {
        try {
            r.second = exchanger.exchange("b");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
