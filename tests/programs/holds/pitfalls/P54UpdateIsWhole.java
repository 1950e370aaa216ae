import java.util.concurrent.atomic.AtomicInteger;

/**
 * Nothing comes between the read and the write of an atomic update.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P54UpdateIsWhole {
    static final AtomicInteger v = new AtomicInteger();

    static void first() {
        v.getAndAdd(1);
        v.getAndAdd(1);
    }

    static void second() {
        v.updateAndGet(x -> x * 2 + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P54UpdateIsWhole::first, "first");
        Thread second = new Thread(P54UpdateIsWhole::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        int x = v.get();
        assert x == 3 || x == 4 || x == 5 : x;
    }
}
