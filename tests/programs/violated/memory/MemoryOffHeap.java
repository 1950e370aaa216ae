import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Store buffering in memory outside of objects.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class MemoryOffHeap {
    static final Unsafe UNSAFE;
    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static final long BASE = UNSAFE.allocateMemory(16);
    static int a, b;

    public static void main(String[] args) throws InterruptedException {
        UNSAFE.setMemory(BASE, 16, (byte) 0);
        Thread other = new Thread(() -> { UNSAFE.putInt(BASE, 1); a = UNSAFE.getInt(BASE + 8); });
        other.start();
        UNSAFE.putInt(BASE + 8, 1);
        b = UNSAFE.getInt(BASE);
        other.join();
        assert a == 1 || b == 1;
    }
}
