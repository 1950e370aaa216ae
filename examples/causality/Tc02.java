/**
 * Causality test 2: two reads of x in a row may be made one, then the condition is always true.
 *
 * <p>The intent is that it is allowed.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc2 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc2.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1 && r3 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc02 {
    static int x;
    static int y;
    static int r1;
    static int r2;
    static int r3;

    static void first() {
        int a = x;
        int b = x;
        if (a == b) {
            y = 1;
        }
        r1 = a;
        r2 = b;
    }

    static void second() {
        int a = y;
        x = a;
        r3 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc02::first, "first");
        Thread second = new Thread(Tc02::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1 && r3 == 1);
    }
}
