import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Atomic classes are atomic.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Atomics {
    static final AtomicInteger one = new AtomicInteger();
    static final AtomicIntegerArray many = new AtomicIntegerArray(2);
    static final AtomicReference<String> text = new AtomicReference<>("");

    static void a() {
        one.incrementAndGet();
        many.getAndAdd(1, 2);
        text.updateAndGet(old -> old + "x");
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Atomics::a, "a");
        Thread b = new Thread(Atomics::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert one.get() == 2 && many.get(1) == 4 && text.get().equals("xx");
    }
}
