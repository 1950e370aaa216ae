import java.util.concurrent.StructuredTaskScope;

/**
 * Two tasks of a scope are not ordered among themselves.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Release: 25 with preview features.
 */
public class ScopeRaces {
    static int written;

    public static void main(String[] args) throws InterruptedException {
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> { written++; });
            scope.fork(() -> { written++; });
            scope.join();
        }
        assert written == 2;
    }
}
