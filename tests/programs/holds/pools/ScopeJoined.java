import java.util.concurrent.StructuredTaskScope;

/**
 * A scope waits for the tasks that were forked in it: what they have written is seen, and the ends of their threads end the wait.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>Release: 25 with preview features.
 */
public class ScopeJoined {
    static int written;

    public static void main(String[] args) throws InterruptedException {
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> { written = 1; });
            scope.join();
        }
        assert written == 1;
    }
}
