/**
 * Causality test 4: a value out of thin air: each thread copies what the other has copied.
 *
 * <p>The intent is that it is forbidden.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc4 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc4.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class Tc04 {
    static int x;
    static int y;
    static int r1;
    static int r2;

    static void first() {
        int a = x;
        y = a;
        r1 = a;
    }

    static void second() {
        int a = y;
        x = a;
        r2 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc04::first, "first");
        Thread second = new Thread(Tc04::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1);
    }
}
