/**
 * Causality test 6: both branches write 1, so the write does not depend on what was read.
 *
 * <p>The intent is that it is allowed. The page calls the variables A and B.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc6 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc6.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc06 {
    static int x;
    static int y;
    static int r1;
    static int r2;

    static void first() {
        int a = x;
        if (a == 1) {
            y = 1;
        }
        r1 = a;
    }

    static void second() {
        int a = y;
        if (a == 1) {
            x = 1;
        }
        if (a == 0) {
            x = 1;
        }
        r2 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc06::first, "first");
        Thread second = new Thread(Tc06::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1);
    }
}
