import java.util.concurrent.locks.LockSupport;

/**
 * Two permits are one: the second park has none.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: main
 */
public class ParkTwice {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            LockSupport.unpark(main);
            LockSupport.unpark(main);
        }).start();
        LockSupport.park();
        LockSupport.park();
    }
}
