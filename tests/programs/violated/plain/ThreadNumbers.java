/**
 * Which of two threads makes its thread first is not known.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ThreadNumbers {
    static Thread a;
    static Thread b;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> a = new Thread(() -> { }));
        Thread second = new Thread(() -> b = new Thread(() -> { }));
        first.start();
        second.start();
        first.join();
        second.join();
        assert a.getId() < b.getId();
    }
}
