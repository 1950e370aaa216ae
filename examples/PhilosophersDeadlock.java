/**
 * Three philosophers who all take the left fork first: each may hold one and wait for the next. {@code java} may hang here, very rarely.
 *
 * <p>Property: no deadlock.
 * <br>Expected: sc violated, jmm violated, race no.
 */
public class PhilosophersDeadlock {
    static final Object[] forks = {new Object(), new Object(), new Object()};

    static void dine(int left, int right) {
        synchronized (forks[left]) {
            synchronized (forks[right]) {
                // eats
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> dine(0, 1), "first");
        Thread second = new Thread(() -> dine(1, 2), "second");
        Thread third = new Thread(() -> dine(2, 0), "third");
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
    }
}
