/**
 * A thread joins itself.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: main waits for main to end
 */
public class JoinsItself {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().join();
    }
}
