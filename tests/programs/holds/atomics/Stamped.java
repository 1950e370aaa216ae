import java.util.concurrent.atomic.AtomicStampedReference;

/**
 * An AtomicStampedReference notices that a value has come back.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Stamped {
    static final AtomicStampedReference<String> x = new AtomicStampedReference<>("a", 0);

    static void a() {
        int[] stamp = new int[1];
        String seen = x.get(stamp);
        assert x.compareAndSet(seen, "b", stamp[0], stamp[0] + 1) || x.getStamp() > stamp[0];
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Stamped::a, "a");
        Thread b = new Thread(Stamped::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
