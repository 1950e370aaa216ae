import thinair.Thinair;

/**
 * The same inside of a call that looks like one action.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class AssumeInCallback {
    static volatile int v;
    static final java.util.concurrent.ConcurrentHashMap<Integer, Integer> map = new java.util.concurrent.ConcurrentHashMap<>();

    static void a() {
        map.computeIfAbsent(1, k -> {
            Thinair.assume(v == 1);
            return 1;
        });
        assert false;
    }

    static void b() {
        v = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(AssumeInCallback::a, "a");
        Thread b = new Thread(AssumeInCallback::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
