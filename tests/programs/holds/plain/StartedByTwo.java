/**
 * Of two threads that start a third one fails, and it runs once.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class StartedByTwo {
    static int runs;
    static int failed;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> runs++);
        Runnable start = () -> {
            try {
                t.start();
            } catch (IllegalThreadStateException e) {
                failed++;
            }
        };
        Thread a = new Thread(start);
        Thread b = new Thread(start);
        a.start();
        b.start();
        a.join();
        b.join();
        t.join();
        assert runs == 1 && failed == 1;
    }
}
