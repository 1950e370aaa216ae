import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A ring buffer for one producer and one consumer (Lamport), with release writes and acquire reads of the two indices.
 *
 * <p>Property: the consumer gets what the producer put, in order.
 * <br>Expected: sc holds, jmm holds, race yes (by the JLS, for which these accesses are not volatile).
 */
public class SpscRing {
    static final VarHandle HEAD = handle(SpscRing.class, "head", int.class);
    static final VarHandle TAIL = handle(SpscRing.class, "tail", int.class);
    static final int[] items = new int[2];
    static int head;
    static int tail;

    static VarHandle handle(Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void put(int item) {
        int mine = tail; // nobody else writes it
        while (mine - (int) HEAD.getAcquire() == items.length) {
            Thread.onSpinWait();
        }
        items[mine % items.length] = item;
        TAIL.setRelease(mine + 1);
    }

    static int take() {
        int mine = head;
        while ((int) TAIL.getAcquire() == mine) {
            Thread.onSpinWait();
        }
        int item = items[mine % items.length];
        HEAD.setRelease(mine + 1);
        return item;
    }

    static void produce() {
        for (int item = 1; item <= 3; item++) {
            put(item);
        }
    }

    static void consume() {
        for (int item = 1; item <= 3; item++) {
            int taken = take();
            assert taken == item : taken;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(SpscRing::produce, "producer");
        Thread consumer = new Thread(SpscRing::consume, "consumer");
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
    }
}
