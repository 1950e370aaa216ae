/**
 * A group around the thread's group handles its exceptions.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class OuterGroupHandles {
    static volatile int handled;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer") {
            @Override public void uncaughtException(Thread t, Throwable e) {
                handled++;
            }
        };
        Thread t = new Thread(new ThreadGroup(outer, "inner"), () -> {
            throw new IllegalStateException();
        });
        t.start();
        t.join();
        assert handled == 1;
    }
}
