import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A weak compare-and-set behind a proxy may fail for no reason.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class WeakProxied {
    interface Cell {
        boolean weakCompareAndSetVolatile(long a, long b);
    }

    static class Own extends AtomicLong implements Cell { }

    public static void main(String[] args) throws Exception {
        Own shared = new Own();
        Cell proxy = (Cell) Proxy.newProxyInstance(WeakProxied.class.getClassLoader(), new Class<?>[] {Cell.class},
            (p, m, a) -> m.invoke(shared, a));
        Thread other = new Thread(() -> shared.get());
        other.start();
        assert proxy.weakCompareAndSetVolatile(0L, 1L);
        other.join();
    }
}
