package classes;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Class initialisation (JLS 12.4.2). The real jcstress initialises each class once per run: it only ever samples the first state. */
public class Initialisation {

    @JCStressTest
    @Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "The initialiser happens before both uses, also of what is plain.")
    @State
    public static class HappensBefore {
        static class Lazy {
            static int a;
            static int[] b;
            static volatile int c;

            static {
                a = 1;
                b = new int[] {2};
                c = 3;
            }
        }

        @Actor
        public void first(III_Result r) {
            r.r1 = Lazy.a;
            r.r2 = Lazy.b[0];
        }

        @Actor
        public void second(III_Result r) {
            r.r3 = Lazy.c;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It runs once, whoever is first.")
    @State
    public static class Once {
        static int runs;

        static class Lazy {
            static final int NUMBER = ++runs;

            static int number() {
                return NUMBER;
            }
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = Lazy.number();
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = Lazy.number();
        }
    }

    /** Static constants are no reason to initialise. */
    @JCStressTest
    @Outcome(id = "7, 0", expect = Expect.ACCEPTABLE, desc = "A constant is copied by the compiler.")
    @State
    public static class Constant {
        static int runs;

        static class Lazy {
            static final int SEVEN = 7;

            static {
                runs++;
            }
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = Lazy.SEVEN;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = runs;
        }
    }

    @JCStressTest
    @Outcome(id = "11, 11", expect = Expect.ACCEPTABLE, desc = "The superclass comes first.")
    @State
    public static class Superclass {
        static class Parent {
            static int base = 10;
        }

        static class Child extends Parent {
            static int sum = base + 1;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = Child.sum;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = Child.base + 1;
        }
    }

    /** A failed initialisation is an error for whoever runs it and for everybody later. */
    @JCStressTest
    @Outcome(id = "error, error", expect = Expect.ACCEPTABLE, desc = "ExceptionInInitializerError for one, NoClassDefFoundError for the other.")
    @State
    public static class Fails {
        static class Broken {
            static int x = Integer.parseInt("x");
        }

        static String use() {
            try {
                return "" + Broken.x;
            } catch (LinkageError e) {
                return "error";
            }
        }

        @Actor
        public void first(LL_Result r) {
            r.r1 = use();
        }

        @Actor
        public void second(LL_Result r) {
            r.r2 = use();
        }
    }
}
