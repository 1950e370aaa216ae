/**
 * Lamport's bakery with plain arrays, which is broken: a thread may miss that the other has drawn a number.
 *
 * <p>Declaring the arrays volatile would not help: that makes the references volatile, not the elements.
 *
 * <p>Property: no increment is lost.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class BakeryPlain {
    static final int THREADS = 2;
    static final boolean[] choosing = new boolean[THREADS];
    static final int[] number = new int[THREADS];
    static int counter;

    static void lock(int me) {
        choosing[me] = true;
        int highest = 0;
        for (int other = 0; other < THREADS; other++) {
            highest = Math.max(highest, number[other]);
        }
        int mine = highest + 1;
        number[me] = mine;
        choosing[me] = false;
        for (int other = 0; other < THREADS; other++) {
            if (other != me) {
                while (choosing[other]) {
                    Thread.onSpinWait();
                }
                while (isBefore(number[other], other, mine, me)) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    static boolean isBefore(int hisNumber, int other, int mine, int me) {
        return hisNumber != 0 && (hisNumber < mine || (hisNumber == mine && other < me));
    }

    static void work(int me) {
        lock(me);
        counter++;
        number[me] = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> work(0), "first");
        Thread second = new Thread(() -> work(1), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 2 : counter;
    }
}
