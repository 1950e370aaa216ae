/**
 * A wait with a timeout ends by itself.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class TimedWait {
    public static synchronized void main(String[] args) throws Exception {
        TimedWait.class.wait(10);
    }
}
