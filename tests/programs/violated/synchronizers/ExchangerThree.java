import java.util.concurrent.Exchanger;

/**
 * Three want to exchange: two meet, whoever they are, and the third waits for ever.
 *
 * <p>Expected: sc violated, jmm violated.
 * <br>Says: waits in Exchanger#1.exchange
 */
public class ExchangerThree {
    static final Exchanger<int[]> exchanger = new Exchanger<>();

    static void swap() {
        try {
            int[] mine = {1};
            int[] got = exchanger.exchange(mine);
            assert got[0] == 1 && got != mine;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(ExchangerThree::swap, "t" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
