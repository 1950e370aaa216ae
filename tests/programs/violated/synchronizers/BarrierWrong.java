import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Two wait at a barrier for three.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class BarrierWrong {
    static final CyclicBarrier barrier = new CyclicBarrier(3);
    static final int[] data = new int[2];

    static void meet(int me) {
        data[me] = 1;
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
        assert data[1 - me] == 1;
    }

    static void a() {
        meet(0);
    }

    static void b() {
        meet(1);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(BarrierWrong::a, "a");
        Thread b = new Thread(BarrierWrong::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
