/**
 * An uncaught exception that may escape is printed: its message is asked for.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Options: --may-throw FailureMessageAsked$Counted
 */
public class FailureMessageAsked {
    static volatile int asked;

    static class Counted extends RuntimeException {
        @Override public String getMessage() {
            asked++;
            return "asked";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new Counted();
        });
        t.start();
        t.join();
        assert asked == 0;
    }
}
