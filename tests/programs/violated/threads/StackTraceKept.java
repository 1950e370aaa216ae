/**
 * The other order: who looks first sees what was noted when the exception was made.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class StackTraceKept {
    static final RuntimeException shared = new RuntimeException();

    public static void main(String[] args) {
        new Thread(() -> shared.setStackTrace(new StackTraceElement[0])).start();
        assert shared.getStackTrace().length == 0;
    }
}
