import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A linked queue for several producers and one consumer (Vyukov): producers swap the tail and then link the node before.
 *
 * <p>Property: the consumer gets every item, those of a producer in order.
 * <br>Expected: sc holds, jmm holds, race yes (by the JLS, for which these accesses are not volatile).
 */
public class MpscQueue {
    static final class Node {
        final int item;
        Node next;

        Node(int item) {
            this.item = item;
        }
    }

    static final VarHandle TAIL;
    static final VarHandle NEXT;

    static {
        try {
            TAIL = MethodHandles.lookup().findStaticVarHandle(MpscQueue.class, "tail", Node.class);
            NEXT = MethodHandles.lookup().findVarHandle(Node.class, "next", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static Node head = new Node(0);
    static Node tail = head;

    static void put(int item) {
        Node node = new Node(item);
        Node before = (Node) TAIL.getAndSet(node);
        NEXT.setRelease(before, node);
    }

    static int take() {
        Node next;
        while ((next = (Node) NEXT.getAcquire(head)) == null) {
            Thread.onSpinWait();
        }
        head = next;
        return next.item;
    }

    static void consume() {
        int sum = take() + take();
        assert sum == 3 : sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> put(1), "first");
        Thread second = new Thread(() -> put(2), "second");
        Thread consumer = new Thread(MpscQueue::consume, "consumer");
        first.start();
        second.start();
        consumer.start();
        first.join();
        second.join();
        consumer.join();
    }
}
