import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Who gives up may have been too early: both then hold their own.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: AssertionError: both gave up
 */
public class ExchangerTimed {
    static final Exchanger<String> exchanger = new Exchanger<>();
    static String a = "a";
    static String b = "b";

    static String swap(String mine) {
        try {
            return exchanger.exchange(mine, 1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return mine;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> b = swap(b), "other");
        other.start();
        a = swap(a);
        other.join();
        if (a.equals("a") != b.equals("b")) {
            throw new IllegalStateException("one has given and not got");
        }
        assert !a.equals("a") : "both gave up";
    }
}
