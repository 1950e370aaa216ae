/**
 * A subclass of Thread with fields of its own.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Subclass {
    static class Worker extends Thread {
        int result;

        @Override
        public void run() {
            result = 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        worker.start();
        worker.join();
        assert worker.result == 42;
    }
}
