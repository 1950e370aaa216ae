import java.util.concurrent.Semaphore;

/**
 * A permit is given back by finally.
 *
 * <p>Expected: holds.
 */
public class SemaphoreFinally {
    static final Semaphore permits = new Semaphore(1);

    static void work(String number) {
        permits.acquireUninterruptibly();
        try {
            int value = Integer.parseInt(number);
            System.out.println(value);
        } finally {
            permits.release();
        }
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
