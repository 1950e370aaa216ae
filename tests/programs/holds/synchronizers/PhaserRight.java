import java.util.concurrent.Phaser;

/**
 * Both see behind the phase what the other did before it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PhaserRight {
    static final Phaser phaser = new Phaser(2);
    static final int[] data = new int[2];

    static void meet(int me) {
        data[me] = 1;
        phaser.arriveAndAwaitAdvance();
        assert data[1 - me] == 1;
    }

    static void a() {
        meet(0);
    }

    static void b() {
        meet(1);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(PhaserRight::a, "a");
        Thread b = new Thread(PhaserRight::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
