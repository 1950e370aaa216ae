/**
 * A thread that another one starts is alive or not yet.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class AliveBeforeStart {
    static volatile Thread t;
    static volatile boolean ended;

    public static void main(String[] args) {
        t = new Thread(() -> {
            while (!ended) {
                Thread.onSpinWait();
            }
        });
        new Thread(() -> {
            boolean alive = t.isAlive();
            ended = true;
            assert alive;
        }).start();
        t.start();
    }
}
