import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Field updaters are atomic.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class FieldUpdaters {
    static final AtomicIntegerFieldUpdater<FieldUpdaters> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "count");
    static final AtomicReferenceFieldUpdater<FieldUpdaters, String> TEXT =
            AtomicReferenceFieldUpdater.newUpdater(FieldUpdaters.class, String.class, "text");
    static final FieldUpdaters shared = new FieldUpdaters();
    volatile int count;
    volatile String text;

    static void a() {
        if (TEXT.compareAndSet(shared, null, "mine")) {
            COUNT.getAndAdd(shared, 10);
        }
        COUNT.incrementAndGet(shared);
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(FieldUpdaters::a, "a");
        Thread b = new Thread(FieldUpdaters::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert shared.count == 12;
    }
}
