/**
 * Causality test 20: test 18 with its first thread split in two by a join.
 *
 * <p>The intent is that it is allowed. The rules of the JLS forbid it, the revised ones (jmm-revised) allow it. MemSAT ran test 19
 * under this number.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc20 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc20.litmus.
 *
 * <p>Property: not {@code r1 == 42 && r2 == 42 && r3 == 42}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class Tc20 {
    static int x;
    static int y;
    static int r1;
    static int r2;
    static int r3;
    static final Thread third = new Thread(Tc20::third, "third");

    static void first() {
        join(third);
        int a = x;
        y = a;
        r1 = a;
    }

    static void second() {
        int a = y;
        x = a;
        r2 = a;
    }

    static void third() {
        int a = x;
        if (a == 0) {
            x = 42;
        }
        r3 = a;
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc20::first, "first");
        Thread second = new Thread(Tc20::second, "second");
        // Joining a thread that has not been started would return at once.
        third.start();
        first.start();
        second.start();
        first.join();
        second.join();
        third.join();
        assert !(r1 == 42 && r2 == 42 && r3 == 42);
    }
}
