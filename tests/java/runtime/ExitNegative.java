// Statuses are cut to eight bits: -1 becomes 255; output without a newline is not lost.
//@ exit: 255
public class ExitNegative {
    public static void main(String[] args) {
        System.out.print("no newline");
        System.err.print("nor here");
        Thread t = new Thread(() -> System.exit(-1));
        t.start();
        while (true) {
            try {
                t.join();
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                System.out.println("never");
            }
        }
    }
}
