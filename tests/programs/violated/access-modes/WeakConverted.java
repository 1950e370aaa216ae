import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A weak compare-and-set may fail for no reason, also where its arguments are converted on the way to the handle.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class WeakConverted {
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        assert ELEMENTS.weakCompareAndSet(shared, 0, (byte) 0, 1);
        other.join();
    }
}
