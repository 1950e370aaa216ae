import java.util.concurrent.CountDownLatch;

/**
 * What comes after countDown need not be seen.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class LatchWrong {
    static final CountDownLatch latch = new CountDownLatch(1);
    static int x;

    static void a() {
        latch.countDown();
        x = 1;
    }

    public static void main(String[] args) throws Exception {
        new Thread(LatchWrong::a).start();
        latch.await();
        assert x == 1;
    }
}
