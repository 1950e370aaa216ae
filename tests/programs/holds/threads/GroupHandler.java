/**
 * The thread's group deals with what nobody catches.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class GroupHandler {
    static int count;

    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("mine") {
            @Override
            public void uncaughtException(Thread thread, Throwable error) {
                count++;
            }
        };
        Thread thread = new Thread(group, () -> {
            throw new IllegalStateException("expected");
        });
        thread.start();
        thread.join();
        assert count == 1;
    }
}
