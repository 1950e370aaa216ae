/**
 * Causality test 9a: as test 9, with 2 in x at first and a third thread that writes 0.
 *
 * <p>The intent is that it is allowed (recalled, unverified); neither the rules of the JLS nor the revised ones do so.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson, by way of xmm-benchmarks; tc9a of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc9a.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class Tc09a {
    static int x = 2;
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
        x = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc09a::first, "first");
        Thread second = new Thread(Tc09a::second, "second");
        Thread third = new Thread(Tc09a::third, "third");
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
        assert !(r1 == 1 && r2 == 1);
    }
}
