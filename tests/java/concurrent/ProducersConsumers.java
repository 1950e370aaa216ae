import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** The same producers and consumers over every kind of BlockingQueue: nothing is lost, nothing comes twice. */
public class ProducersConsumers {
    static final int PRODUCERS = 3;
    static final int CONSUMERS = 2;
    static final int EACH = 40;
    static final int POISON = Integer.MAX_VALUE;

    static void run(String name, BlockingQueue<Integer> q) throws InterruptedException {
        Thread[] producers = new Thread[PRODUCERS];
        Thread[] consumers = new Thread[CONSUMERS];
        int[] counts = new int[CONSUMERS];
        boolean[][] seen = new boolean[CONSUMERS][PRODUCERS * EACH];
        for (int p = 0; p < PRODUCERS; p++) {
            int base = p * EACH;
            producers[p] = new Thread(() -> {
                try {
                    for (int i = 0; i < EACH; i++) {
                        q.put(base + i);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            producers[p].start();
        }
        for (int c = 0; c < CONSUMERS; c++) {
            int id = c;
            consumers[c] = new Thread(() -> {
                try {
                    for (int n = q.take(); n != POISON; n = q.take()) {
                        assert !seen[id][n];
                        seen[id][n] = true;
                        counts[id]++;
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            consumers[c].start();
        }
        for (Thread t : producers) {
            t.join();
        }
        for (int c = 0; c < CONSUMERS; c++) {
            q.put(POISON);
        }
        for (Thread t : consumers) {
            t.join();
        }
        int missing = 0;
        int doubled = 0;
        for (int i = 0; i < PRODUCERS * EACH; i++) {
            missing += !seen[0][i] && !seen[1][i] ? 1 : 0;
            doubled += seen[0][i] && seen[1][i] ? 1 : 0;
        }
        System.out.println(name + ": taken " + (counts[0] + counts[1]) + ", missing " + missing + ", doubled "
                + doubled + ", left " + q.size());
    }

    public static void main(String[] args) throws Exception {
        run("ArrayBlockingQueue(1)", new ArrayBlockingQueue<>(1));
        run("ArrayBlockingQueue(7)", new ArrayBlockingQueue<>(7));
        run("ArrayBlockingQueue(3, fair)", new ArrayBlockingQueue<>(3, true));
        run("LinkedBlockingQueue(2)", new LinkedBlockingQueue<>(2));
        run("LinkedBlockingQueue", new LinkedBlockingQueue<>());
        run("LinkedBlockingDeque(5)", new LinkedBlockingDeque<>(5));
        run("PriorityBlockingQueue", new PriorityBlockingQueue<>());
        run("SynchronousQueue", new SynchronousQueue<>());
        run("SynchronousQueue(fair)", new SynchronousQueue<>(true));
        run("LinkedTransferQueue", new LinkedTransferQueue<>());
    }
}
