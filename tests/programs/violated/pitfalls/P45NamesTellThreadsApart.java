/**
 * Threads that run the same code are not the same.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class P45NamesTellThreadsApart {
    static volatile String last;

    static void first() {
        last = Thread.currentThread().getName();
    }

    static void second() {
        last = Thread.currentThread().getName();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P45NamesTellThreadsApart::first, "first");
        Thread second = new Thread(P45NamesTellThreadsApart::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert last.equals("second");
    }
}
