import java.util.concurrent.Semaphore;

/**
 * A permit is not given back when the work fails.
 *
 * <p>Expected: violated.
 * <br>Says: deadlock:
 */
public class SemaphoreLeaks {
    static final Semaphore permits = new Semaphore(1);

    static void work(String number) {
        permits.acquireUninterruptibly();
        int value = Integer.parseInt(number);
        System.out.println(value);
        permits.release();
    }

    static void careful(String number) {
        try {
            work(number);
        } catch (NumberFormatException e) {
            System.err.println("not a number: " + number);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> careful("12"), "first");
        Thread second = new Thread(() -> careful("x"), "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
