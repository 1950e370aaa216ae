import java.util.concurrent.CompletableFuture;

/**
 * Nobody waits for the future: the threads of the common pool are daemons.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class PricesNotJoined {
    static volatile int price;

    public static void main(String[] args) {
        CompletableFuture.runAsync(() -> price = 10);
        assert price == 10 : price;
    }
}
