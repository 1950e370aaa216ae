/**
 * A field of a thread's object is read before the thread has ended.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class SubclassRace {
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
        assert worker.result == 42;
    }
}
