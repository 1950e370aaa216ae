import thinair.Thinair.thread;

/** What assertions ask: to be reached, and to hold whenever they are. */
public class Assertions {
    /** Nobody writes 2: under no model is the assertion reached. */
    static class Unreached {
        static int x;

        @thread
        static void t0() {
            int r1 = x;
            if (r1 == 2) {
                assert r1 != 0;
            }
        }

        @thread
        static void t1() {
            x = 1;
        }
    }

    /** Reached if t0 sees what t1 writes. */
    static class Reached {
        static int x;

        @thread
        static void t0() {
            int r1 = x;
            if (r1 == 1) {
                assert r1 != 0;
            }
        }

        @thread
        static void t1() {
            x = 1;
        }
    }

    /** Each can be reached, but not both: the order of the writes is that of the reads. */
    static class Together {
        static int x;
        static int y;

        @thread
        static void t0() {
            y = 1;
            x = 1;
        }

        @thread
        static void t1() {
            int r1 = x;
            int r2 = y;
            if (r1 == 1) {
                assert r1 != 0;
            }
            if (r2 == 0) {
                assert r2 != 1;
            }
        }
    }

    /** The first one cannot hold. The second is not reached then, which is no other reason. */
    static class Second {
        static int x;

        @thread
        static void t0() {
            int r1 = x;
            assert r1 == 2;
            assert r1 != 3;
        }

        @thread
        static void t1() {
            x = 1;
        }
    }

    /** In a method that is called several times: once is enough, but it must hold each time. */
    static class Called {
        static int x;

        @thread
        static void t0() {
            check(0);
            check(x);
        }

        static void check(int r) {
            if (r == 1) {
                assert x == r;
            }
        }

        @thread
        static void t1() {
            x = 1;
        }
    }

    /** In a loop: in the second turn it fails if it is reached then. */
    static class Looping {
        static int x;

        @thread
        static void t0() {
            for (int i = 0; i < 2; i++) {
                if (x == 1) {
                    assert i == 0;
                }
                x = 0;
            }
        }

        @thread
        static void t1() {
            x = 1;
        }
    }

    /** A finally block is compiled twice, and one copy is for exceptions alone. */
    static class Finally {
        static int x;

        @thread
        static void t0() {
            int r1 = 0;
            try {
                r1 = x;
            } finally {
                assert r1 == 1;
            }
        }

        @thread
        static void t1() {
            x = 1;
        }
    }
}
