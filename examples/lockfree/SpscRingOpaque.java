import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The ring buffer of {@link SpscRing}, with a release dropped: the index may be seen before the item.
 *
 * <p>Property: the consumer gets what the producer put, in order.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class SpscRingOpaque {
    static final VarHandle HEAD = handle(SpscRingOpaque.class, "head", int.class);
    static final VarHandle TAIL = handle(SpscRingOpaque.class, "tail", int.class);
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
        TAIL.setOpaque(mine + 1);
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
        Thread producer = new Thread(SpscRingOpaque::produce, "producer");
        Thread consumer = new Thread(SpscRingOpaque::consume, "consumer");
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
    }
}
