/**
 * Synchronized methods exclude each other, calls of each other included.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class SynchronizedMethods {
    int x;

    synchronized void increment() {
        add(1);
    }

    synchronized void add(int n) {
        x += n;
    }

    static final SynchronizedMethods shared = new SynchronizedMethods();

    static void a() {
        shared.increment();
    }

    static void b() {
        shared.add(1);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(SynchronizedMethods::a, "a");
        Thread b = new Thread(SynchronizedMethods::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert shared.x == 2;
    }
}
