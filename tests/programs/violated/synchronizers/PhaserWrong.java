import java.util.concurrent.Phaser;

/**
 * Two wait for a phase of three.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class PhaserWrong {
    static final Phaser phaser = new Phaser(3);
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
        Thread a = new Thread(PhaserWrong::a, "a");
        Thread b = new Thread(PhaserWrong::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
