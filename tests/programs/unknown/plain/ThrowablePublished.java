/**
 * The message of an exception is in a field that is not final: who finds the exception by a race may find it without (JLS 17.4.5).
 *
 * <p>Expected: sc holds, jmm violated, pso violated, race yes.
 * <br>Today: jmm unknown, pso unknown
 */
public class ThrowablePublished {
    static Throwable published;

    public static void main(String[] args) {
        Thread reads = new Thread(() -> {
            Throwable found = published;
            if (found != null) {
                assert found.getMessage() != null;
            }
        });
        reads.start();
        published = new RuntimeException("made here");
    }
}
