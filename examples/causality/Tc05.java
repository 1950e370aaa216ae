/**
 * Causality test 5: a value out of thin air, although another execution of the program writes it.
 *
 * <p>The intent is that it is forbidden. The upper bounds rpc and jpr allow it.
 *
 * <p>Source: the Causality Test Cases of Pugh and Manson; tc5 of the JPR paper, Fig. 14. As a litmus test: tests/litmus/causality/tc5.litmus.
 *
 * <p>Property: not {@code r1 == 1 && r2 == 1 && r3 == 0}; violated means that the outcome is allowed.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class Tc05 {
    static int x;
    static int y;
    static int z;
    static int r1;
    static int r2;
    static int r3;

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

    static void third() {
        z = 1;
    }

    static void fourth() {
        int a = z;
        x = a;
        r3 = a;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Tc05::first, "first");
        Thread second = new Thread(Tc05::second, "second");
        Thread third = new Thread(Tc05::third, "third");
        Thread fourth = new Thread(Tc05::fourth, "fourth");
        first.start();
        second.start();
        third.start();
        fourth.start();
        first.join();
        second.join();
        third.join();
        fourth.join();
        assert !(r1 == 1 && r2 == 1 && r3 == 0);
    }
}
