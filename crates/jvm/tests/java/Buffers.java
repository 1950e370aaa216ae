/** Store buffering: under sequential consistency not both threads read 0. */
public class Buffers {
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> { x = 1; r1 = y; });
        Thread two = new Thread(() -> { y = 1; r2 = x; });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(r1 + " " + r2);
    }
}
