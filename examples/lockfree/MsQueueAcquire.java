import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The queue of Michael and Scott, with acquire reads and {@code compareAndSet}.
 *
 * <p>Property: every item is taken once, with what was written before it was put.
 * <br>Expected: sc holds, jmm holds, race yes (by the JLS, for which these accesses are not volatile).
 */
public class MsQueueAcquire {
    static final class Node {
        final int item;
        Node next;

        Node(int item) {
            this.item = item;
        }
    }

    static final VarHandle HEAD;
    static final VarHandle TAIL;
    static final VarHandle NEXT;

    static {
        try {
            HEAD = MethodHandles.lookup().findStaticVarHandle(MsQueueAcquire.class, "head", Node.class);
            TAIL = MethodHandles.lookup().findStaticVarHandle(MsQueueAcquire.class, "tail", Node.class);
            NEXT = MethodHandles.lookup().findVarHandle(Node.class, "next", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static Node head = new Node(0);
    static Node tail = head;

    static void put(int item) {
        Node node = new Node(item);
        while (true) {
            Node last = (Node) TAIL.getAcquire();
            Node next = (Node) NEXT.getAcquire(last);
            if (next != null) {
                TAIL.compareAndSet(last, next);
            } else if (NEXT.compareAndSet(last, null, node)) {
                TAIL.compareAndSet(last, node);
                return;
            }
        }
    }

    static int take() {
        while (true) {
            Node first = (Node) HEAD.getAcquire();
            Node next = (Node) NEXT.getAcquire(first);
            if (next == null) {
                return 0;
            }
            if (HEAD.compareAndSet(first, next)) {
                return next.item;
            }
        }
    }

    static int first;
    static int second;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> { put(1); first = take(); }, "a");
        Thread b = new Thread(() -> { put(2); second = take(); }, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert first + second == 3 : first + ", " + second;
    }
}
