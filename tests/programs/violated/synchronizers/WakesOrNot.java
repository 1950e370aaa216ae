import java.util.concurrent.CountDownLatch;

/**
 * A latch that nobody opens if a write is not seen: that waits might end for no reason saves nobody.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: main waits in CountDownLatch#1.await
 * <br>Options: --spurious-wakeups
 */
public class WakesOrNot {
    static final CountDownLatch OPEN = new CountDownLatch(1);
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            if (ready) {
                OPEN.countDown();
            }
        }).start();
        ready = true;
        OPEN.await();
    }
}
