import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A volatile access through a view that is not aligned is refused (MethodHandles.byteArrayViewVarHandle), whatever others do. In newer releases views of a byte[] have plain
 * accesses only, and the others throw.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>With 25: sc violated, jmm violated.
 */
public class MemoryMisaligned {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final byte[] BYTES = new byte[16];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> INTS.setVolatile(BYTES, 4, 1));
        other.start();
        try {
            INTS.setVolatile(BYTES, 1, 1);
            assert false;
        } catch (IllegalStateException expected) {
            assert (int) INTS.getVolatile(BYTES, 0) == 0;
        }
        other.join();
    }
}
