/**
 * The famous flag, with rounds that are counted to be told in the end: there is a state for each number, and still it is seen that the thread may never stop.
 *
 * <p>Expected: sc unknown, jmm violated, race yes.
 * <br>Options: --states 2000
 * <br>First look: the search has no end.
 */
public class RoundsPrinted {
    static boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            int rounds = 0;
            while (!stop) {
                rounds++;
            }
            System.out.println(rounds);
        });
        worker.start();
        Thread.sleep(100);
        stop = true;
        worker.join();
    }
}
