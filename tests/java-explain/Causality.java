import thinair.Thinair.thread;

/**
 * The Causality Test Cases of Pugh and Manson as MemSAT asked about them (Torlak, Vaziri, Dolby, PLDI 2010, Table 2), as far as they have no loops:
 * threads are methods, and the assertions together are the outcome asked.
 */
public class Causality {
    /** Causality test 1 (Pugh & Manson): x and y are never negative, so the guard is always true and the write can move up; intent: allowed */
    static class Tc1 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            if (r1 >= 0) { y = 1; }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = y;
            x = r2;
            assert r2 == 1;
        }
    }

    /** Causality test 2 (Pugh & Manson): redundant read elimination makes the guard constant; intent: allowed */
    static class Tc2 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            int r2 = x;
            if (r1 == r2) { y = 1; }
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t1() {
            int r3 = y;
            x = r3;
            assert r3 == 1;
        }
    }

    /** Causality test 3 (Pugh & Manson): as 2, but a third thread makes r1 differ from r2 in some SC executions; intent: allowed */
    static class Tc3 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            int r2 = x;
            if (r1 == r2) { y = 1; }
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t1() {
            int r3 = y;
            x = r3;
            assert r3 == 1;
        }

        @thread
        static void t2() {
            x = 2;
        }
    }

    /** Causality test 4 (Pugh & Manson): a value out of thin air; intent: forbidden */
    static class Tc4 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            y = r1;
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = y;
            x = r2;
            assert r2 == 1;
        }
    }

    /** Causality test 5 (Pugh & Manson): thin air although another execution writes 1; intent: forbidden; contested by J. Kang, and JPR generates it */
    static class Tc5 {
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            int r1 = x;
            y = r1;
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = y;
            x = r2;
            assert r2 == 1;
        }

        @thread
        static void t2() {
            z = 1;
        }

        @thread
        static void t3() {
            int r3 = z;
            x = r3;
            assert r3 == 0;
        }
    }

    /** Causality test 6 (Pugh & Manson): the write of A happens on either branch; intent: allowed */
    static class Tc6 {
        static int A;
        static int B;

        @thread
        static void t0() {
            int r1 = A;
            if (r1 == 1) { B = 1; }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = B;
            if (r2 == 1) { A = 1; }
            if (r2 == 0) { A = 1; }
            assert r2 == 1;
        }
    }

    /** Causality test 7 (Pugh & Manson): independent statements of both threads reordered; intent: allowed; mrder has another program under this name */
    static class Tc7 {
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            int r1 = z;
            int r2 = x;
            y = r2;
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t1() {
            int r3 = y;
            z = r3;
            x = 1;
            assert r3 == 1;
        }
    }

    /** Causality test 8 (Pugh & Manson): 1 + r1*r1 - r1 is 1 for the values 0 and 1; intent: allowed; the MRD verdict depends on the value set */
    static class Tc8 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            int r2 = 1 + r1*r1 - r1;
            y = r2;
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t1() {
            int r3 = y;
            x = r3;
        }
    }

    /** Causality test 9 (Pugh & Manson): as 8 with a third thread writing 2, which the first thread need not see; intent: allowed; the MRD verdict depends on the value set */
    static class Tc9 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            int r2 = 1 + r1*r1 - r1;
            y = r2;
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t1() {
            int r3 = y;
            x = r3;
        }

        @thread
        static void t2() {
            x = 2;
        }
    }

    /** Causality test 10 (Pugh & Manson): test 5 with control dependences; intent: forbidden; contested together with 5, and JPR generates it */
    static class Tc10 {
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            int r1 = x;
            if (r1 == 1) { y = 1; }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = y;
            if (r2 == 1) { x = 1; }
            assert r2 == 1;
        }

        @thread
        static void t2() {
            z = 1;
        }

        @thread
        static void t3() {
            int r3 = z;
            if (r3 == 1) { x = 1; }
            assert r3 == 0;
        }
    }

    /** Causality test 11 (Pugh & Manson): independent statements reordered, one rung more than 7; intent: allowed; jcstress Test11 reads y where w is meant */
    static class Tc11 {
        static int x;
        static int y;
        static int z;
        static int w;

        @thread
        static void t0() {
            int r1 = z;
            w = r1;
            int r2 = x;
            y = r2;
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t1() {
            int r4 = w;
            int r3 = y;
            z = r3;
            x = 1;
            assert r3 == 1;
            assert r4 == 1;
        }
    }

    /** Causality test 12 (Pugh & Manson): an array store at a racy index, which reduces to test 4; intent: forbidden */
    static class Tc12 {
        static int x;
        static int y;
        static final int[] a = {1, 2};

        @thread
        static void t0() {
            int r1 = x;
            a[r1] = 0;
            int r2 = a[0];
            y = r2;
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t1() {
            int r3 = y;
            x = r3;
            assert r3 == 1;
        }
    }

    /** Causality test 13 (Pugh & Manson): correctly synchronized because no SC execution writes; intent: forbidden */
    static class Tc13 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            if (r1 == 1) { y = 1; }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = y;
            if (r2 == 1) { x = 1; }
            assert r2 == 1;
        }
    }

    /** Causality test 16 (Pugh & Manson): each thread reads the write the other makes later; intent: allowed; coherent models forbid it (MoRDor) */
    static class Tc16 {
        static int x;

        @thread
        static void t0() {
            int r1 = x;
            x = 1;
            assert r1 == 2;
        }

        @thread
        static void t1() {
            int r2 = x;
            x = 2;
            assert r2 == 1;
        }
    }

    /** Causality test 17 (Pugh & Manson): x holds 42 after the guarded write either way; intent: allowed; original rules: Aspinall & Sevcik forbid, MemSAT allows; revised rules allow */
    static class Tc17 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r3 = x;
            if (r3 != 42) { x = 42; }
            int r1 = x;
            y = r1;
            assert r1 == 42;
            assert r3 == 42;
        }

        @thread
        static void t1() {
            int r2 = y;
            x = r2;
            assert r2 == 42;
        }
    }

    /** Causality test 18 (Pugh & Manson): as 17 with the guard r3 == 0; intent: allowed; original rules: Aspinall & Sevcik forbid, MemSAT allows; revised rules allow; OpMM forbids */
    static class Tc18 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r3 = x;
            if (r3 == 0) { x = 42; }
            int r1 = x;
            y = r1;
            assert r1 == 42;
            assert r3 == 42;
        }

        @thread
        static void t1() {
            int r2 = y;
            x = r2;
            assert r2 == 42;
        }
    }

    /** Causality test 19 (Pugh & Manson): test 17 with its first thread split in two by a join; intent: allowed; original rules forbid (Aspinall & Sevcik, MemSAT), revised rules allow */
    static class Tc19 {
        static int x;
        static int y;

        @thread(after = "t2")
        static void t0() {
            int r1 = x;
            y = r1;
            assert r1 == 42;
        }

        @thread
        static void t1() {
            int r2 = y;
            x = r2;
            assert r2 == 42;
        }

        @thread
        static void t2() {
            int r3 = x;
            if (r3 != 42) { x = 42; }
            assert r3 == 42;
        }
    }

    /** Causality test 20 (Pugh & Manson): test 18 with its first thread split in two by a join; intent: allowed; original rules forbid (Aspinall & Sevcik), revised rules allow; MemSAT ran test 19 under this number */
    static class Tc20 {
        static int x;
        static int y;

        @thread(after = "t2")
        static void t0() {
            int r1 = x;
            y = r1;
            assert r1 == 42;
        }

        @thread
        static void t1() {
            int r2 = y;
            x = r2;
            assert r2 == 42;
        }

        @thread
        static void t2() {
            int r3 = x;
            if (r3 == 0) { x = 42; }
            assert r3 == 42;
        }
    }
}
