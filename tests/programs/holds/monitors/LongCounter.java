/**
 * A loop of many local steps between two actions.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LongCounter {
    static int sum;

    static synchronized void a() {
        int local = 0;
        for (int i = 0; i < 100_000; i++) {
            local += i % 3;
        }
        sum += local;
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(LongCounter::a, "a");
        Thread b = new Thread(LongCounter::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert sum == 2 * 99999;
    }
}
