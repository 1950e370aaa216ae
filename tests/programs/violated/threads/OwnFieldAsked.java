/**
 * Another thread reads a field that a thread increments for itself, before it has joined it.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class OwnFieldAsked {
    static volatile int turn;

    static class Worker extends Thread {
        int count;

        @Override
        public void run() {
            int seen = turn;
            count++;
            turn = seen + 1;
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        int seen = worker.count;
        worker.join();
        assert worker.count == 2;
        assert seen != 1;
    }
}
