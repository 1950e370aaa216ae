import thinair.Thinair.thread;

/**
 * The tests of Nemos (Yang, Gopalakrishnan, Lindstrom, Slind, IPDPS 2004) as MemSAT asked about them (Torlak, Vaziri, Dolby, PLDI 2010, Table 1), in
 * the form of that paper: threads are methods, and the assertions together are the outcome asked.
 */
public class Nemos {
    /** Nemos test 1: a read beside a write of the initial value */
    static class Test1 {
        static int a;

        @thread
        static void t0() {
            int r1 = a;
            assert r1 == 0;
        }

        @thread
        static void t1() {
            a = 0;
        }
    }

    /** Nemos test 2: load buffering */
    static class Test2 {
        static int a;
        static int b;

        @thread
        static void t0() {
            int r1 = b;
            a = 1;
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r1 = a;
            b = 1;
            assert r1 == 1;
        }
    }

    /** Nemos test 3: eight threads, three variables */
    static class Test3 {
        static int a;
        static int b;
        static int c;

        @thread
        static void t0() {
            b = 0;
        }

        @thread
        static void t1() {
            b = 1;
        }

        @thread
        static void t2() {
            int r1 = b;
            a = 0;
            int r2 = c;
            assert r1 == 0;
            assert r2 == 0;
        }

        @thread
        static void t3() {
            int r1 = b;
            int r2 = a;
            int r3 = c;
            assert r1 == 1;
            assert r2 == 0;
            assert r3 == 1;
        }

        @thread
        static void t4() {
            int r1 = c;
            int r2 = a;
            int r3 = b;
            assert r1 == 1;
            assert r2 == 1;
            assert r3 == 1;
        }

        @thread
        static void t5() {
            int r1 = c;
            a = 1;
            int r2 = b;
            assert r1 == 0;
            assert r2 == 0;
        }

        @thread
        static void t6() {
            c = 1;
        }

        @thread
        static void t7() {
            c = 0;
        }
    }

    /** Nemos test 4: store buffering after writes of 0 */
    static class Test4 {
        static int x;
        static int y;

        @thread
        static void t0() {
            x = 0;
            x = 1;
            int r1 = y;
            assert r1 == 0;
        }

        @thread
        static void t1() {
            y = 0;
            y = 1;
            int r1 = x;
            assert r1 == 0;
        }
    }

    /** Nemos test 5: message passing with a stale 0 */
    static class Test5 {
        static int x;
        static int y;

        @thread
        static void t0() {
            x = 0;
            x = 1;
            y = 2;
        }

        @thread
        static void t1() {
            int r1 = y;
            int r2 = x;
            assert r1 == 2;
            assert r2 == 0;
        }
    }

    /** Nemos test 6: two writers of x read each other */
    static class Test6 {
        static int x;

        @thread
        static void t0() {
            x = 0;
            int r1 = x;
            assert r1 == 1;
        }

        @thread
        static void t1() {
            x = 1;
            int r1 = x;
            assert r1 == 0;
        }
    }

    /** Nemos test 7: store buffering with writes to a shared z between */
    static class Test7 {
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            x = 0;
            x = 1;
            z = 0;
            int r1 = y;
            assert r1 == 0;
        }

        @thread
        static void t1() {
            y = 0;
            y = 1;
            z = 1;
            int r1 = x;
            assert r1 == 0;
        }
    }

    /** Nemos test 8: writes of the initial value, read back */
    static class Test8 {
        static int x;
        static int y;

        @thread
        static void t0() {
            x = 0;
            y = 0;
        }

        @thread
        static void t1() {
            int r1 = y;
            x = 1;
            assert r1 == 0;
        }

        @thread
        static void t2() {
            int r1 = x;
            int r2 = x;
            assert r1 == 1;
            assert r2 == 0;
        }
    }

    /** Nemos test 9: two message passings with stale reads */
    static class Test9 {
        static int v;
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            x = 0;
            x = 1;
            y = 1;
        }

        @thread
        static void t1() {
            int r1 = y;
            int r2 = z;
            assert r1 == 1;
            assert r2 == 0;
        }

        @thread
        static void t2() {
            z = 0;
            z = 1;
            v = 1;
        }

        @thread
        static void t3() {
            int r1 = v;
            int r2 = x;
            assert r1 == 1;
            assert r2 == 0;
        }
    }

    /** Nemos test 10: message passing */
    static class Test10 {
        static int x;
        static int y;

        @thread
        static void t0() {
            x = 1;
            y = 1;
        }

        @thread
        static void t1() {
            int r1 = y;
            int r2 = x;
            assert r1 == 1;
            assert r2 == 0;
        }
    }

    /** Nemos test 11: store buffering */
    static class Test11 {
        static int x;
        static int y;

        @thread
        static void t0() {
            x = 1;
            int r1 = y;
            assert r1 == 0;
        }

        @thread
        static void t1() {
            y = 1;
            int r1 = x;
            assert r1 == 0;
        }
    }

    /** Nemos test 12: write-to-read causality */
    static class Test12 {
        static int a;
        static int b;

        @thread
        static void t0() {
            a = 1;
        }

        @thread
        static void t1() {
            int r1 = a;
            b = 1;
            assert r1 == 1;
        }

        @thread
        static void t2() {
            int r1 = b;
            int r2 = a;
            assert r1 == 1;
            assert r2 == 0;
        }
    }

    /** Nemos test 13: independent reads of independent writes */
    static class Test13 {
        static int a;
        static int b;

        @thread
        static void t0() {
            a = 1;
        }

        @thread
        static void t1() {
            int r1 = a;
            int r2 = b;
            assert r1 == 1;
            assert r2 == 0;
        }

        @thread
        static void t2() {
            b = 1;
        }

        @thread
        static void t3() {
            int r1 = b;
            int r2 = a;
            assert r1 == 1;
            assert r2 == 0;
        }
    }

    /** Nemos test 14: store buffering with own reads between */
    static class Test14 {
        static int a;
        static int b;

        @thread
        static void t0() {
            a = 1;
            int r1 = a;
            int r2 = b;
            assert r1 == 1;
            assert r2 == 0;
        }

        @thread
        static void t1() {
            b = 1;
            int r1 = b;
            int r2 = a;
            assert r1 == 1;
            assert r2 == 0;
        }
    }

    /** Nemos test 15: store buffering with own reads of a shared c between */
    static class Test15 {
        static int a;
        static int b;
        static int c;

        @thread
        static void t0() {
            a = 1;
            c = 1;
            int r1 = c;
            int r2 = b;
            assert r1 == 1;
            assert r2 == 0;
        }

        @thread
        static void t1() {
            b = 1;
            c = 2;
            int r1 = c;
            int r2 = a;
            assert r1 == 2;
            assert r2 == 0;
        }
    }
}
