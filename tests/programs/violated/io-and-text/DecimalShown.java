import java.math.BigDecimal;

/**
 * A number keeps its text in a plain field, so that threads may make it twice: the texts are equal, not the same.
 *
 * <p>Expected: sc violated, jmm violated.
 */
public class DecimalShown {
    static final BigDecimal NUMBER = new BigDecimal("1.5");
    static String a;
    static String b;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            a = NUMBER.toString();
        });
        Thread second = new Thread(() -> {
            b = NUMBER.toString();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert a == b;
    }
}
