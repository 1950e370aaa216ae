/**
 * notify needs the monitor.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: exception: java.lang.IllegalMonitorStateException: current thread is not owner in main
 */
public class NotOwner {
    public static void main(String[] args) {
        new Object().notify();
    }
}
