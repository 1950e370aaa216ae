import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A weak compare-and-set may fail for no reason, also where it is called by reflection.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class WeakReflected {
    static final AtomicLong shared = new AtomicLong();

    public static void main(String[] args) throws Exception {
        Method method = AtomicLong.class.getMethod("weakCompareAndSetVolatile", long.class, long.class);
        Thread other = new Thread(() -> shared.get());
        other.start();
        assert (boolean) method.invoke(shared, 0L, 1L);
        other.join();
    }
}
