import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The queue lock of Craig, Landin and Hagersten: a thread waits, by acquire reads, for the release of the one before.
 *
 * <p>Property: no increment is lost, and no thread waits for ever.
 * <br>Expected: sc holds, jmm holds, race yes (by the JLS, for which these accesses are not volatile).
 */
public class ClhRelease {
    static final class Node {
        boolean locked;
    }

    static final VarHandle TAIL;
    static final VarHandle LOCKED;

    static {
        try {
            TAIL = MethodHandles.lookup().findStaticVarHandle(ClhRelease.class, "tail", Node.class);
            LOCKED = MethodHandles.lookup().findVarHandle(Node.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static Node tail = new Node();
    static int counter;

    static void increment() {
        Node node = new Node();
        node.locked = true;
        Node before = (Node) TAIL.getAndSet(node);
        while ((boolean) LOCKED.getAcquire(before)) {
            Thread.onSpinWait();
        }
        counter++;
        LOCKED.setRelease(node, false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(ClhRelease::increment, "a");
        Thread b = new Thread(ClhRelease::increment, "b");
        Thread c = new Thread(ClhRelease::increment, "c");
        a.start();
        b.start();
        c.start();
        a.join();
        b.join();
        c.join();
        assert counter == 3 : counter;
    }
}
