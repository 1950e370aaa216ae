import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A stack (Treiber) whose top is read by {@code getAcquire} and replaced by {@code compareAndSet}.
 *
 * <p>Property: every item that was pushed is popped once, with what was written before it was pushed.
 * <br>Expected: sc holds, jmm holds, race yes (by the JLS, for which these accesses are not volatile).
 */
public class TreiberAcquire {
    static final class Node {
        int item;
        Node next;
    }

    static final VarHandle TOP = handle(TreiberAcquire.class, "top", Node.class);
    static Node top;

    static VarHandle handle(Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void push(int item) {
        Node node = new Node();
        node.item = item;
        Node before;
        do {
            before = (Node) TOP.getAcquire();
            node.next = before;
        } while (!TOP.compareAndSet(before, node));
    }

    static int pop() {
        while (true) {
            Node node = (Node) TOP.getAcquire();
            if (node == null) {
                return 0;
            }
            if (TOP.compareAndSet(node, node.next)) {
                return node.item;
            }
        }
    }

    static int first;
    static int second;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> { push(1); first = pop(); }, "a");
        Thread b = new Thread(() -> { push(2); second = pop(); }, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert first + second == 3 : first + ", " + second;
    }
}
