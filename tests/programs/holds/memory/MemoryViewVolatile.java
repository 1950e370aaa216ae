import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A view of a byte[] as ints has volatile accesses (MethodHandles.byteArrayViewVarHandle), which publish. In newer releases views of a byte[] have plain
 * accesses only, and the others throw.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>With 25: sc violated, jmm violated.
 */
public class MemoryViewVolatile {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final byte[] BYTES = new byte[16];
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            INTS.setVolatile(BYTES, 4, 1);
        });
        writer.start();
        if ((int) INTS.getVolatile(BYTES, 4) == 1) {
            assert data == 42;
        }
        writer.join();
    }
}
