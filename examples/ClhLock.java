import java.util.concurrent.atomic.AtomicReference;

/**
 * The queue lock of Craig, Landin and Hagersten: each thread spins on the node of the one before it, and takes that node for its next round.
 *
 * <p>Property: no increment is lost, and nobody waits for ever.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class ClhLock {
    static class Node {
        volatile boolean locked;
    }

    static final AtomicReference<Node> tail = new AtomicReference<>(new Node());
    static int counter;

    static void work() {
        Node mine = new Node();
        for (int round = 0; round < 2; round++) {
            mine.locked = true;
            Node before = tail.getAndSet(mine);
            while (before.locked) {
                Thread.onSpinWait();
            }
            counter++;
            mine.locked = false;
            mine = before;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(ClhLock::work, "first");
        Thread second = new Thread(ClhLock::work, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 4 : counter;
    }
}
