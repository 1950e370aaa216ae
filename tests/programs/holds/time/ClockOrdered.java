/**
 * A thread that looks at the clock after another one has ended sees a time that is not earlier; and loops that wait for a time, beside a flag or not, end.
 *
 * <p>Expected: sc holds if the clock goes as it does here, jmm holds if the clock goes as it does here, race no.
 */
public class ClockOrdered {
    static long seen;
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread looks = new Thread(() -> {
            seen = System.nanoTime();
            long end = System.currentTimeMillis() + 50;
            while (System.currentTimeMillis() < end) {
                Thread.onSpinWait();
            }
        });
        Thread waits = new Thread(() -> {
            long end = System.nanoTime() + 1_000_000;
            while (!stop && System.nanoTime() < end) {
                Thread.yield();
            }
            stop = true;
        });
        looks.start();
        waits.start();
        looks.join();
        assert seen <= System.nanoTime();
        waits.join();
        assert stop;
    }
}
