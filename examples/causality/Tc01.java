/**
 * Causality test 1: the write of 1 does not depend on what was read, since x is never negative.
 *
 * <p>The intent is that it is allowed.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc1 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc1.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc01 {
    static int x;
    static int y;
    static int r1;
    static int r2;

    static void first() {
        int a = x;
        if (a >= 0) {
            y = 1;
        }
        r1 = a;
    }

    static void second() {
        int a = y;
        x = a;
        r2 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc01::first, "first");
        Thread second = new Thread(Tc01::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1);
    }
}
