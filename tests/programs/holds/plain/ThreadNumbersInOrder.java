/**
 * A thread that is made later has a larger number, in the JDK.
 *
 * <p>Expected: sc holds if thread ids are those here, jmm holds if thread ids are those here, race no.
 */
public class ThreadNumbersInOrder {
    static Thread a;
    static Thread b;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> a = new Thread(() -> { }));
        first.start();
        first.join();
        Thread second = new Thread(() -> b = new Thread(() -> { }));
        second.start();
        second.join();
        assert a.getId() < b.getId();
    }
}
