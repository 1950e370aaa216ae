import java.util.concurrent.atomic.AtomicInteger;

/**
 * A read and a write of an atomic variable are two actions.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class AtomicsInTwo {
    static final AtomicInteger x = new AtomicInteger();

    static void a() {
        x.set(x.get() + 1);
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(AtomicsInTwo::a, "a");
        Thread b = new Thread(AtomicsInTwo::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x.get() == 2;
    }
}
