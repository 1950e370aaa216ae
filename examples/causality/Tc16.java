/**
 * Causality test 16: plain variables are not coherent: each thread reads what the other writes afterwards.
 *
 * <p>The intent is that it is allowed.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc16 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc16.litmus.
 *
 * <p>Property: not {@code r1 == 2 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc16 {
    static int x;
    static int r1;
    static int r2;

    static void first() {
        int a = x;
        x = 1;
        r1 = a;
    }

    static void second() {
        int a = x;
        x = 2;
        r2 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc16::first, "first");
        Thread second = new Thread(Tc16::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 2 && r2 == 1);
    }
}
