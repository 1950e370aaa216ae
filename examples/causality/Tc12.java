/**
 * Causality test 12: a value out of thin air by way of an array, which only one thread uses.
 *
 * <p>The intent is that it is forbidden.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc12 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc12.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1 && r3 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class Tc12 {
    static int x;
    static int y;
    static final int[] array = {1, 2};
    static int r1;
    static int r2;
    static int r3;

    static void first() {
        int a = x;
        array[a] = 0;
        int b = array[0];
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
        Thread first = new Thread(Tc12::first, "first");
        Thread second = new Thread(Tc12::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 1 && r3 == 1);
    }
}
