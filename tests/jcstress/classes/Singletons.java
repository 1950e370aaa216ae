package classes;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Singletons, one per state: who gets the instance, and whether it has its contents. */
public class Singletons {

    static class Plain {
        int x;

        Plain() {
            x = 42;
        }
    }

    static class Frozen {
        final int x;

        Frozen() {
            x = 42;
        }
    }

    @JCStressTest
    @Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = {"0, 42", "42, 0"}, expect = Expect.ACCEPTABLE_INTERESTING, desc = "Found without the lock, and without its contents.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Who creates it sees its contents.")
    @State
    public static class DoubleCheckedPlain {
        Plain instance;

        Plain get() {
            Plain p = instance;
            if (p == null) {
                synchronized (this) {
                    p = instance;
                    if (p == null) {
                        p = new Plain();
                        instance = p;
                    }
                }
            }
            return p;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = get().x;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = get().x;
        }
    }

    @JCStressTest
    @Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "The variable is volatile.")
    @State
    public static class DoubleCheckedVolatile {
        volatile Plain instance;

        Plain get() {
            if (instance == null) {
                synchronized (this) {
                    if (instance == null) {
                        instance = new Plain();
                    }
                }
            }
            return instance;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = get().x;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = get().x;
        }
    }

    @JCStressTest
    @Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "The contents are final, and the variable is read once.")
    @State
    public static class DoubleCheckedFinal {
        Frozen instance;

        Frozen get() {
            Frozen p = instance;
            if (p == null) {
                synchronized (this) {
                    p = instance;
                    if (p == null) {
                        p = new Frozen();
                        instance = p;
                    }
                }
            }
            return p;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = get().x;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = get().x;
        }
    }

    @JCStressTest
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Both get the same.")
    @State
    public static class Synchronized {
        Plain instance;
        int created;
        Plain a;
        Plain b;

        synchronized Plain get() {
            if (instance == null) {
                instance = new Plain();
                created++;
            }
            return instance;
        }

        @Actor
        public void first() {
            a = get();
        }

        @Actor
        public void second() {
            b = get();
        }

        @Arbiter
        public void last(ZI_Result r) {
            r.r1 = a == b;
            r.r2 = created;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 1", "1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "Without a lock there may be two.")
    @Outcome(id = "2, 2", expect = Expect.FORBIDDEN, desc = "Who creates one takes it.")
    @State
    public static class Unsynchronised {
        final AtomicInteger count = new AtomicInteger();

        static class Numbered {
            final int number;

            Numbered(int number) {
                this.number = number;
            }
        }

        Numbered instance;

        Numbered get() {
            Numbered n = instance;
            if (n == null) {
                n = new Numbered(count.incrementAndGet());
                instance = n;
            }
            return n;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = get().number;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = get().number;
        }
    }

    /** The initialisation of a class is done once, under its lock, and happens before every use (JLS 12.4.2). */
    @JCStressTest
    @Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "The holder's initialiser has run.")
    @State
    public static class Holder {
        static class Instance {
            static final Plain IT = new Plain();
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = Instance.IT.x;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = Instance.IT.x;
        }
    }

    @JCStressTest
    @Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "An enum's constants are there when it is used.")
    @State
    public static class Enum {
        enum One {
            IT;

            int x = 42;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = One.IT.x;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = One.valueOf("IT").x;
        }
    }

    @JCStressTest
    @Outcome(id = "true, 42", expect = Expect.ACCEPTABLE, desc = "Only one reference is ever stored.")
    @State
    public static class CompareAndSet {
        final AtomicReference<Plain> instance = new AtomicReference<>();
        Plain a;
        Plain b;

        Plain get() {
            if (instance.get() == null) {
                instance.compareAndSet(null, new Plain());
            }
            return instance.get();
        }

        @Actor
        public void first() {
            a = get();
        }

        @Actor
        public void second() {
            b = get();
        }

        @Arbiter
        public void last(ZI_Result r) {
            r.r1 = a == b;
            r.r2 = a.x;
        }
    }
}
