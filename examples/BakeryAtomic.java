import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Lamport's bakery with arrays whose elements are volatile, which is right.
 *
 * <p>Property: no increment is lost.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class BakeryAtomic {
    static final int THREADS = 2;
    static final AtomicIntegerArray choosing = new AtomicIntegerArray(THREADS);
    static final AtomicIntegerArray number = new AtomicIntegerArray(THREADS);
    static int counter;

    static void lock(int me) {
        choosing.set(me, 1);
        int highest = 0;
        for (int other = 0; other < THREADS; other++) {
            highest = Math.max(highest, number.get(other));
        }
        int mine = highest + 1;
        number.set(me, mine);
        choosing.set(me, 0);
        for (int other = 0; other < THREADS; other++) {
            if (other != me) {
                while (choosing.get(other) == 1) {
                    Thread.onSpinWait();
                }
                while (isBefore(number.get(other), other, mine, me)) {
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
        number.set(me, 0);
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
