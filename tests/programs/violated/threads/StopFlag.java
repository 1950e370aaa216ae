/**
 * A flag without volatile: the loop need not end (JLS 17.3 has the same example). What it counts is nobody's business.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class StopFlag {
    static boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            int rounds = 0;
            long sum = 0;
            while (!stop) {
                rounds++;
                sum += 2;
            }
        });
        worker.start();
        Thread.sleep(100);
        stop = true;
        worker.join();
    }
}
