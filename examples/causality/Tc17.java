/**
 * Causality test 17: x holds 42 after the condition either way.
 *
 * <p>The intent is that it is allowed. Aspinall and Sevcik find it forbidden by the rules of the JLS, since they identify actions
 * by their place in the thread (--identity occ).
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc17 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc17.litmus.
 *
 * <p>Property: not {@code r1 == 42 && r2 == 42 && r3 == 42}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class Tc17 {
    static int x;
    static int y;
    static int r1;
    static int r2;
    static int r3;

    static void first() {
        int c = x;
        if (c != 42) {
            x = 42;
        }
        int a = x;
        y = a;
        r1 = a;
        r3 = c;
    }

    static void second() {
        int a = y;
        x = a;
        r2 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc17::first, "first");
        Thread second = new Thread(Tc17::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 42 && r2 == 42 && r3 == 42);
    }
}
