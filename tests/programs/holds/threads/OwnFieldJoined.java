/**
 * A thread adds what a thread that it has joined counted to what it counts itself.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class OwnFieldJoined {
    static class Worker extends Thread {
        final Worker before;
        int count;

        Worker(Worker before) {
            this.before = before;
        }

        @Override
        public void run() {
            count += 3;
            if (before != null) {
                try {
                    before.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                count += before.count;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker first = new Worker(null);
        Worker second = new Worker(first);
        first.start();
        second.start();
        second.join();
        assert second.count == 6;
    }
}
