/**
 * Causality test 14: no data race, thanks to the volatile y and a polling loop.
 *
 * <p>The intent is that it is forbidden. The JPR paper leaves it out, since it has no data race.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson. As a litmus test: tests/litmus/causality/tc14.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 0 && r3 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class Tc14 {
    static int a;
    static int b;
    static volatile int y;
    static int r1;
    static int r2;
    static int r3;

    static void first() {
        int c = a;
        if (c == 0) {
            y = 1;
        } else {
            b = 1;
        }
        r1 = c;
    }

    static void second() {
        int c;
        int d;
        do {
            c = y;
            d = b;
        } while (c + d == 0);
        a = 1;
        r2 = c;
        r3 = d;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc14::first, "first");
        Thread second = new Thread(Tc14::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(r1 == 1 && r2 == 0 && r3 == 1);
    }
}
