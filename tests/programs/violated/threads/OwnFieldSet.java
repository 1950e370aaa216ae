/**
 * A thread sets a field of another one, which that one increments between two steps of its own.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class OwnFieldSet {
    static volatile int turn;

    static class Worker extends Thread {
        int count;

        @Override
        public void run() {
            turn = 1;
            count++;
            turn = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        Thread other = new Thread(() -> {
            if (turn < 2) {
                worker.count = 5;
            }
        });
        other.start();
        worker.start();
        worker.join();
        other.join();
        assert worker.count != 5;
    }
}
