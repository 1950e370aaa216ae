/**
 * Peterson's mutual exclusion with volatile variables, which is right. The counter itself is plain: the lock protects it.
 *
 * <p>Property: no increment is lost.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class PetersonVolatile {
    static volatile boolean firstWants;
    static volatile boolean secondWants;
    static volatile int turn;
    static int counter;

    static void first() {
        firstWants = true;
        turn = 2;
        while (secondWants && turn == 2) {
            Thread.onSpinWait();
        }
        counter++;
        firstWants = false;
    }

    static void second() {
        secondWants = true;
        turn = 1;
        while (firstWants && turn == 1) {
            Thread.onSpinWait();
        }
        counter++;
        secondWants = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(PetersonVolatile::first, "first");
        Thread second = new Thread(PetersonVolatile::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 2 : counter;
    }
}
