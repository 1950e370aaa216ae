/**
 * The stack trace of an exception is set by one thread and looked at by another, under its monitor.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StackTraceSet {
    static final RuntimeException shared = new RuntimeException();

    public static void main(String[] args) {
        new Thread(() -> shared.setStackTrace(new StackTraceElement[0])).start();
        assert shared.getStackTrace().length != 0;
    }
}
