import java.util.concurrent.atomic.LongAdder;

/**
 * A LongAdder loses nothing.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Adder {
    static final LongAdder adder = new LongAdder();

    static void a() {
        adder.increment();
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Adder::a, "a");
        Thread b = new Thread(Adder::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert adder.sum() == 2;
    }
}
