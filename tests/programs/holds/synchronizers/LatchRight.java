import java.util.concurrent.CountDownLatch;

/**
 * What comes before countDown is seen after await.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class LatchRight {
    static final CountDownLatch latch = new CountDownLatch(2);
    static int x;
    static int y;

    static void a() {
        x = 1;
        latch.countDown();
    }

    static void b() {
        y = 1;
        latch.countDown();
    }

    public static void main(String[] args) throws Exception {
        new Thread(LatchRight::a).start();
        new Thread(LatchRight::b).start();
        latch.await();
        assert x + y == 2;
    }
}
