/**
 * A shutdown hook runs when the program ends.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Today: sc unknown, jmm unknown.
 */
public class Hook {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            throw new IllegalStateException();
        }, "hook"));
    }
}
