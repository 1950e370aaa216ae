/**
 * Causality test 9: as test 8, with a third thread that writes 2; the first thread need not see it.
 *
 * <p>The intent is that it is allowed.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc9 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc9.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc09 {
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

    static void third() {
        x = 2;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc09::first, "first");
        Thread second = new Thread(Tc09::second, "second");
        Thread third = new Thread(Tc09::third, "third");
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
        assert !(r1 == 1 && r2 == 1);
    }
}
