/**
 * The ids of threads are positive and differ; which they are nobody promises (Thread.getId).
 *
 * <p>Expected: sc holds if thread ids are those here, jmm holds if thread ids are those here.
 *
 * <p>Arguments: directly; reference
 */
public class IdShown {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { });
        other.start();
        other.join();
        java.util.function.ToLongFunction<Thread> id = Thread::getId;
        assert (args[0].equals("directly") ? other.getId() : id.applyAsLong(other)) < 1000;
    }
}
