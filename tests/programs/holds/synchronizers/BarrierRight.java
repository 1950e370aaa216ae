import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Both see behind the barrier what the other did before it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class BarrierRight {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
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
        Thread a = new Thread(BarrierRight::a, "a");
        Thread b = new Thread(BarrierRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
