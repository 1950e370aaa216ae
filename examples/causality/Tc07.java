/**
 * Causality test 7: independent statements may be exchanged.
 *
 * <p>The intent is that it is allowed.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc7 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc7.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1 && r3 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc07 {
    static int x;
    static int y;
    static int z;
    static int r1;
    static int r2;
    static int r3;

    static void first() {
        int a = z;
        int b = x;
        y = b;
        r1 = a;
        r2 = b;
    }

    static void second() {
        int a = y;
        z = a;
        x = 1;
        r3 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc07::first, "first");
        Thread second = new Thread(Tc07::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1 && r3 == 1);
    }
}
