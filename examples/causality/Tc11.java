/**
 * Causality test 11: independent statements may be exchanged, one rung more than in test 7.
 *
 * <p>The intent is that it is allowed.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc11 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc11.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1 && r3 == 1 && r4 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc11 {
    static int x;
    static int y;
    static int z;
    static int w;
    static int r1;
    static int r2;
    static int r3;
    static int r4;

    static void first() {
        int a = z;
        w = a;
        int b = x;
        y = b;
        r1 = a;
        r2 = b;
    }

    static void second() {
        int b = w;
        int a = y;
        z = a;
        x = 1;
        r3 = a;
        r4 = b;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc11::first, "first");
        Thread second = new Thread(Tc11::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1 && r3 == 1 && r4 == 1);
    }
}
