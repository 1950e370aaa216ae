import java.util.concurrent.locks.LockSupport;

/**
 * A permit is kept until somebody parks; a park with a timeout ends by itself.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Park {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> LockSupport.unpark(main)).start();
        LockSupport.park();
        LockSupport.parkNanos(1000);
    }
}
