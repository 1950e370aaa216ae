/**
 * Test libraries throw errors of their own, derived from AssertionError.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 *
 * <p>Says: assertion: AssertionOfLibrary$ComparisonFailure: expected 0 but was 1 in reader.
 */
public class AssertionOfLibrary {
    static class AssertionFailed extends AssertionError {
        AssertionFailed(String message) {
            super(message);
        }
    }

    static class ComparisonFailure extends AssertionFailed {
        ComparisonFailure(int expected, int actual) {
            super("expected " + expected + " but was " + actual);
        }
    }

    static volatile int x;

    public static void main(String[] args) {
        new Thread(() -> {
            int seen = x;
            if (seen != 0) {
                throw new ComparisonFailure(0, seen);
            }
        }, "reader").start();
        x = 1;
    }
}
