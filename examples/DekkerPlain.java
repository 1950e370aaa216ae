/**
 * Dekker's mutual exclusion with plain variables, which is broken (JPR paper, Fig. 14; OpMM paper, Table 1, dekker).
 *
 * <p>Each thread writes its own flag and reads the other's. Without synchronization the read may miss the write, on both sides.
 *
 * <p>Property: no increment is lost.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class DekkerPlain {
    static boolean firstWants;
    static boolean secondWants;
    static int turn = 1;
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
        Thread first = new Thread(DekkerPlain::first, "first");
        Thread second = new Thread(DekkerPlain::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 2 : counter;
    }
}
