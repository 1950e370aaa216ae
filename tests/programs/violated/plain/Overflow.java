/**
 * A stack overflow in a thread escapes.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: exception: java.lang.StackOverflowError in deep
 */
public class Overflow {
    static int deep(int n) {
        return deep(n + 1) + 1;
    }

    public static void main(String[] args) {
        new Thread(() -> deep(0), "deep").start();
    }
}
