import java.util.concurrent.atomic.AtomicReference;

/**
 * Treiber's stack without locks. Each thread pushes one value and pops one.
 *
 * <p>The field {@code next} is plain: it is written before the compare-and-set that publishes the node, and never after.
 *
 * <p>Property: both pops find something, no value is lost and none comes twice.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class TreiberStack {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Node> top = new AtomicReference<>();
    static int poppedByFirst;
    static int poppedBySecond;

    static void push(int value) {
        Node node = new Node(value);
        do {
            node.next = top.get();
        } while (!top.compareAndSet(node.next, node));
    }

    /** The value on top, or 0 if the stack is empty. */
    static int pop() {
        while (true) {
            Node node = top.get();
            if (node == null) {
                return 0;
            }
            if (top.compareAndSet(node, node.next)) {
                return node.value;
            }
        }
    }

    static void first() {
        push(1);
        poppedByFirst = pop();
    }

    static void second() {
        push(2);
        poppedBySecond = pop();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(TreiberStack::first, "first");
        Thread second = new Thread(TreiberStack::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert poppedByFirst == 1 && poppedBySecond == 2 || poppedByFirst == 2 && poppedBySecond == 1;
        assert top.get() == null;
    }
}
