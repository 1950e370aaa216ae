import java.util.concurrent.atomic.AtomicReference;

/**
 * The queue without locks of Michael and Scott. One thread puts 1 and 2 in, the other puts 3 in and takes one out.
 *
 * <p>Property: the value taken is 1 or 3, never 2, which came after 1; the others are still there, 1 before 2.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class MichaelScottQueue {
    static class Node {
        final int value;
        final AtomicReference<Node> next = new AtomicReference<>();

        Node(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Node> head = new AtomicReference<>(new Node(0));
    static final AtomicReference<Node> tail = new AtomicReference<>(head.get());
    static int taken;

    static void put(int value) {
        Node node = new Node(value);
        while (true) {
            Node last = tail.get();
            Node next = last.next.get();
            if (next != null) {
                tail.compareAndSet(last, next); // help the one who has linked and not yet moved the tail
            } else if (last.next.compareAndSet(null, node)) {
                tail.compareAndSet(last, node);
                return;
            }
        }
    }

    /** The first value, or 0 if the queue is empty. */
    static int take() {
        while (true) {
            Node first = head.get();
            Node last = tail.get();
            Node next = first.next.get();
            if (next == null) {
                return 0;
            }
            if (first == last) {
                tail.compareAndSet(last, next);
            } else if (head.compareAndSet(first, next)) {
                return next.value;
            }
        }
    }

    static void producer() {
        put(1);
        put(2);
    }

    static void both() {
        put(3);
        taken = take();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(MichaelScottQueue::producer, "producer");
        Thread both = new Thread(MichaelScottQueue::both, "both");
        producer.start();
        both.start();
        producer.join();
        both.join();
        int order = 100 * taken + 10 * take() + take();
        assert order == 123 || order == 132 || order == 312 : order;
        assert take() == 0;
    }
}
