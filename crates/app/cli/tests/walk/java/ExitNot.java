/**
 * The interval is set at once.
 *
 * <p>Expected: holds.
 */
public class ExitNot {
    static int low;
    static int high = 10;

    static synchronized void set(int from, int to) {
        low = from;
        high = to;
    }

    static synchronized boolean sane() {
        return low <= high;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            if (!sane()) {
                System.err.println("low > high");
                System.exit(1);
            }
        }, "checker").start();
        set(20, 30);
    }
}
