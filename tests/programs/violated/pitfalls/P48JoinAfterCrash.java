/**
 * A thread that fails has still ended: who joins it sees what it wrote.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class P48JoinAfterCrash {
    static int x;

    static void first() {
        x = 1;
        throw new IllegalStateException("on purpose");
    }

    static void second() {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P48JoinAfterCrash::first, "first");
        Thread second = new Thread(P48JoinAfterCrash::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert x == 1;
    }
}
