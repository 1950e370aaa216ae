/**
 * A group of the program leaves an uncaught exception to the groups around it, and none handles it.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: java.lang.IllegalStateException
 */
public class GroupPassesOn {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("outer") {
            @Override public void uncaughtException(Thread t, Throwable e) {
                super.uncaughtException(t, e);
            }
        };
        Thread t = new Thread(group, () -> {
            throw new IllegalStateException();
        });
        t.start();
        t.join();
    }
}
