/**
 * Each thread has its own.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ThreadLocals {
    static final ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[1]);

    static void a() {
        assert ++local.get()[0] == 1;
        assert ++local.get()[0] == 2;
        local.remove();
        assert local.get()[0] == 0;
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ThreadLocals::a, "a");
        Thread b = new Thread(ThreadLocals::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
