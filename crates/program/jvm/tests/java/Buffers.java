/** Store buffering: under sequential consistency not both threads read 0. */
public class Buffers {
    static int x, y, r1, r2;
    static volatile boolean go;

    static void await() {
        while (!go) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> { await(); x = 1; r1 = y; });
        Thread two = new Thread(() -> { await(); y = 1; r2 = x; });
        one.start();
        two.start();
        go = true;
        one.join();
        two.join();
        System.out.println(r1 + " " + r2);
    }
}
