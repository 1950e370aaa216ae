/**
 * Causality test 15: as test 14, with a second volatile variable before the read of a.
 *
 * <p>The intent is that it is forbidden. The JPR paper leaves it out, since it has no data race.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson. As a litmus test: tests/litmus/causality/tc15.litmus.
 *
 * <p>Property: not {@code r0 == 1 && r1 == 1 && r2 == 0 && r3 == 1}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class Tc15 {
    static int a;
    static int b;
    static volatile int x;
    static volatile int y;
    static int r0;
    static int r1;
    static int r2;
    static int r3;

    static void first() {
        int c = x;
        int d;
        if (c == 1) {
            d = a;
        } else {
            d = 0;
        }
        if (d == 0) {
            y = 1;
        } else {
            b = 1;
        }
        r0 = c;
        r1 = d;
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

    static void third() {
        x = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc15::first, "first");
        Thread second = new Thread(Tc15::second, "second");
        Thread third = new Thread(Tc15::third, "third");
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
        assert !(r0 == 1 && r1 == 1 && r2 == 0 && r3 == 1);
    }
}
