/**
 * A thread is started twice.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: exception: java.lang.IllegalThreadStateException in main
 */
public class StartedTwice {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.start();
    }
}
