import java.util.concurrent.atomic.AtomicReference;

/**
 * The queue lock of Mellor-Crummey and Scott: each thread spins on its own node, and is let in by the one before it.
 *
 * <p>Property: no increment is lost, and nobody waits for ever.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class McsLock {
    static class Node {
        volatile boolean locked;
        volatile Node next;
    }

    static final AtomicReference<Node> tail = new AtomicReference<>();
    static int counter;

    static void lock(Node mine) {
        Node before = tail.getAndSet(mine);
        if (before != null) {
            mine.locked = true;
            before.next = mine;
            while (mine.locked) {
                Thread.onSpinWait();
            }
        }
    }

    static void unlock(Node mine) {
        if (mine.next == null) {
            if (tail.compareAndSet(mine, null)) {
                return;
            }
            // Somebody is in the queue behind us and has not said so yet.
            while (mine.next == null) {
                Thread.onSpinWait();
            }
        }
        mine.next.locked = false;
        mine.next = null;
    }

    static void work() {
        Node mine = new Node();
        for (int round = 0; round < 2; round++) {
            lock(mine);
            counter++;
            unlock(mine);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(McsLock::work, "first");
        Thread second = new Thread(McsLock::work, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter == 4 : counter;
    }
}
