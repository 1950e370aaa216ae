import java.util.concurrent.Exchanger;

/**
 * Two threads exchange what they have.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ExchangerRight {
    static final Exchanger<int[]> exchanger = new Exchanger<>();

    static void trade(int mine) {
        try {
            assert exchanger.exchange(new int[] {mine})[0] == 1 - mine;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void a() {
        trade(0);
    }

    static void b() {
        trade(1);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ExchangerRight::a, "a");
        Thread b = new Thread(ExchangerRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
