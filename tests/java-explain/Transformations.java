import thinair.Thinair.thread;

/**
 * Program transformations that compilers make, before and after (Ševčík and Aspinall, ECOOP 2008), as MemSAT asked about them (Torlak, Vaziri, Dolby,
 * PLDI 2010, Table 2): threads are methods, and the assertions together are the outcome asked.
 */
public class Transformations {
    /** T1, redundant write after read elimination: x is written back after it was read, under both locks, and the reads agree; forbidden */
    static class T1 {
        static final Object m1 = new Object();
        static final Object m2 = new Object();
        static int x;

        @thread
        static void t0() {
            synchronized (m1) { x = 2; }
        }

        @thread
        static void t1() {
            synchronized (m2) { x = 1; }
        }

        @thread
        static void t2() {
            int r1;
            int r2;
            synchronized (m1) {
                synchronized (m2) {
                    r1 = x;
                    x = r1;
                    r2 = x;
                }
            }
            assert r1 != r2;
        }
    }

    /** T1 transformed: without the write the reads may see different writes; allowed */
    static class T1t {
        static final Object m1 = new Object();
        static final Object m2 = new Object();
        static int x;

        @thread
        static void t0() {
            synchronized (m1) { x = 2; }
        }

        @thread
        static void t1() {
            synchronized (m2) { x = 1; }
        }

        @thread
        static void t2() {
            int r1;
            int r2;
            synchronized (m1) {
                synchronized (m2) {
                    r1 = x;
                    r2 = x;
                }
            }
            assert r1 != r2;
        }
    }

    /** T2, redundant read after read elimination: y is read a second time on the branch; forbidden */
    static class T2 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            y = r1;
        }

        @thread
        static void t1() {
            int r2 = y;
            if (r2 == 1) {
                int r3 = y;
                x = r3;
            } else {
                x = 1;
            }
            assert r2 == 1;
        }
    }

    /** T2 transformed: the second read is replaced by the first; allowed */
    static class T2t {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = x;
            y = r1;
        }

        @thread
        static void t1() {
            int r2 = y;
            if (r2 == 1) {
                int r3 = r2;
                x = r3;
            } else {
                x = 1;
            }
            assert r2 == 1;
        }
    }

    /** T3, roach motel reordering: the read of x stands before the lock; forbidden */
    static class T3 {
        static final Object m = new Object();
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            synchronized (m) { x = 2; }
        }

        @thread
        static void t1() {
            synchronized (m) { x = 1; }
        }

        @thread
        static void t2() {
            int r1 = x;
            int r2;
            synchronized (m) {
                r2 = z;
                if (r1 == 2) { y = 1; } else { y = r2; }
            }
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t3() {
            int r3 = y;
            z = r3;
            assert r3 == 1;
        }
    }

    /** T3 transformed: the read of x has moved into the lock; allowed */
    static class T3t {
        static final Object m = new Object();
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            synchronized (m) { x = 2; }
        }

        @thread
        static void t1() {
            synchronized (m) { x = 1; }
        }

        @thread
        static void t2() {
            int r1;
            int r2;
            synchronized (m) {
                r1 = x;
                r2 = z;
                if (r1 == 2) { y = 1; } else { y = r2; }
            }
            assert r1 == 1;
            assert r2 == 1;
        }

        @thread
        static void t3() {
            int r3 = y;
            z = r3;
            assert r3 == 1;
        }
    }

    /** T4, irrelevant read introduction: the else branch does not read x; forbidden */
    static class T4 {
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            int r1 = z;
            if (r1 == 0) {
                int r3 = x;
                if (r3 == 1) { y = 1; }
            } else {
                y = r1;
            }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            x = 1;
            int r2 = y;
            z = r2;
            assert r2 == 1;
        }
    }

    /** T4 transformed: an irrelevant read of x; allowed */
    static class T4t {
        static int x;
        static int y;
        static int z;

        @thread
        static void t0() {
            int r1 = z;
            if (r1 == 0) {
                int r3 = x;
                if (r3 == 1) { y = 1; }
            } else {
                int r4 = x;
                r4 = 1;
                y = r1;
            }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            x = 1;
            int r2 = y;
            z = r2;
            assert r2 == 1;
        }
    }

    /** T5, reordering with external actions: the print stands before the write; forbidden, but not by the revised rules */
    static class T5 {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = y;
            if (r1 == 1) {
                x = 1;
            } else {
                System.out.println("!");
                x = 1;
            }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = x;
            y = r2;
            assert r2 == 1;
        }
    }

    /** T5 transformed: print and write change places; allowed */
    static class T5t {
        static int x;
        static int y;

        @thread
        static void t0() {
            int r1 = y;
            if (r1 == 1) {
                x = 1;
            } else {
                x = 1;
                System.out.println("!");
            }
            assert r1 == 1;
        }

        @thread
        static void t1() {
            int r2 = x;
            y = r2;
            assert r2 == 1;
        }
    }
}
