/**
 * Peterson's mutual exclusion with plain variables, which is broken (JPR paper, Fig. 17; OpMM paper, Table 1, peterson).
 *
 * <p>Each thread may read the other's flag as it was at first, although the other has set it: then both enter, and one increment is lost.
 *
 * <p>Property: no increment is lost.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class PetersonPlain {
    static final boolean[] flag = new boolean[2];
    static int turn;
    static int counter;

    static void work(int me, int other) {
        flag[me] = true;
        turn = other;
        while (flag[other] && turn == other) {
            Thread.onSpinWait();
        }
        counter++;
        flag[me] = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> work(0, 1), "first");
        Thread second = new Thread(() -> work(1, 0), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 2 : counter;
    }
}
