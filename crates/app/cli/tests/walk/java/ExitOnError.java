/**
 * A thread ends the whole program when it finds that something is wrong, which only some schedules show.
 *
 * <p>Expected: violated.
 * <br>Says: exit: checker ends the program with status 1
 */
public class ExitOnError {
    static int low;
    static int high = 10;

    static synchronized void setLow(int value) {
        low = value;
    }

    static synchronized void setHigh(int value) {
        high = value;
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
        setLow(20);
        setHigh(30);
    }
}
