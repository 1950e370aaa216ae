import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** CyclicBarrier: rounds, arrival indices, the action of the last arrival, parties and waiting counts. */
public class CyclicBarriers {
    public static void main(String[] args) throws Exception {
        int[] cells = {1, 2, 3, 4};
        int[] next = new int[4];
        int[] round = new int[1];
        CyclicBarrier barrier = new CyclicBarrier(4, () -> {
            System.arraycopy(next, 0, cells, 0, 4);
            round[0]++;
            System.out.println("round " + round[0] + ": " + Arrays.toString(cells));
        });
        System.out.println("parties " + barrier.getParties() + ", waiting " + barrier.getNumberWaiting()
                + ", broken " + barrier.isBroken());
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 6; k++) {
                        next[id] = (cells[id] + cells[(id + 1) % 4]) % 100;
                        barrier.await();
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }

        // The arrival index counts down to 0 for the last one, which also runs the action.
        CyclicBarrier indices = new CyclicBarrier(3);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        Thread[] three = new Thread[3];
        for (int i = 0; i < 3; i++) {
            three[i] = new Thread(() -> {
                try {
                    seen.add(indices.await());
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
            });
            three[i].start();
            while (i < 2 && indices.getNumberWaiting() != i + 1) {
                Thread.sleep(1);
            }
            if (i < 2) {
                System.out.println("waiting " + indices.getNumberWaiting());
            }
        }
        for (Thread t : three) {
            t.join();
        }
        Collections.sort(seen);
        System.out.println("indices " + seen + ", waiting " + indices.getNumberWaiting());
        CyclicBarrier alone = new CyclicBarrier(1, () -> System.out.println("action of a barrier for one"));
        System.out.println("index " + alone.await() + " " + alone.await());
        for (int bad : new int[] {0, -1}) {
            try {
                new CyclicBarrier(bad);
            } catch (IllegalArgumentException e) {
                System.out.println("parties " + bad + ": " + e);
            }
        }
    }
}
