/**
 * Causality test 8: x is 0 or 1, for both of which the expression is 1.
 *
 * <p>The intent is that it is allowed.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc8 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc8.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc08 {
    static int x;
    static int y;
    static int r1;
    static int r2;
    static int r3;

    static void first() {
        int a = x;
        int b = 1 + a * a - a;
        y = b;
        r1 = a;
        r2 = b;
    }

    static void second() {
        int a = y;
        x = a;
        r3 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc08::first, "first");
        Thread second = new Thread(Tc08::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1);
    }
}
