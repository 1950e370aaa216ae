/**
 * Three philosophers who take the fork with the lower number first: nobody can wait for somebody who waits for him.
 *
 * <p>Each counts the uses of both forks, so that the forks protect something.
 *
 * <p>Property: no deadlock, and every fork was used twice.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class PhilosophersOrdered {
    static final Object[] forks = {new Object(), new Object(), new Object()};
    static final int[] uses = new int[3];

    static void dine(int low, int high) {
        synchronized (forks[low]) {
            synchronized (forks[high]) {
                uses[low]++;
                uses[high]++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> dine(0, 1), "first");
        Thread second = new Thread(() -> dine(1, 2), "second");
        Thread third = new Thread(() -> dine(0, 2), "third");
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
        assert uses[0] == 2 && uses[1] == 2 && uses[2] == 2;
    }
}
