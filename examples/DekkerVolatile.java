/**
 * Dekker's mutual exclusion with volatile variables, which is right. The counter itself is plain: the lock protects it.
 *
 * <p>Property: no increment is lost.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class DekkerVolatile {
    static volatile boolean firstWants;
    static volatile boolean secondWants;
    static volatile int turn = 1;
    static int counter;

    static void first() {
        firstWants = true;
        while (secondWants) {
            if (turn != 1) {
                firstWants = false;
                while (turn != 1) {
                    Thread.onSpinWait();
                }
                firstWants = true;
            }
            Thread.onSpinWait();
        }
        counter++;
        turn = 2;
        firstWants = false;
    }

    static void second() {
        secondWants = true;
        while (firstWants) {
            if (turn != 2) {
                secondWants = false;
                while (turn != 2) {
                    Thread.onSpinWait();
                }
                secondWants = true;
            }
            Thread.onSpinWait();
        }
        counter++;
        turn = 1;
        secondWants = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(DekkerVolatile::first, "first");
        Thread second = new Thread(DekkerVolatile::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 2 : counter;
    }
}
