import java.util.concurrent.atomic.AtomicInteger;

/**
 * A weak compare-and-set may fail for no reason, also if no other thread knows the variable.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class WeakAlone {
    public static void main(String[] args) {
        AtomicInteger own = new AtomicInteger();
        assert own.weakCompareAndSetPlain(0, 1);
    }
}
