/**
 * Causality test 13: neither write happens in any sequentially consistent execution, so the program has no data race.
 *
 * <p>The intent is that it is forbidden.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc13 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc13.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class Tc13 {
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
        r2 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc13::first, "first");
        Thread second = new Thread(Tc13::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1);
    }
}
