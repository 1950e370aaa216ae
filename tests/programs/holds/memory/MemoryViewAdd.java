import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Atomic additions through views of a byte[] lose nothing, in either byte order. In newer releases views of a byte[] have plain
 * accesses only, and the others throw.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>With 25: sc violated, jmm violated.
 */
public class MemoryViewAdd {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final byte[] BYTES = new byte[16];

    static void add() {
        INTS.getAndAdd(BYTES, 0, 1);
        LONGS.getAndAdd(BYTES, 8, 1L);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(MemoryViewAdd::add);
        other.start();
        add();
        other.join();
        assert (int) INTS.get(BYTES, 0) == 2;
        assert (long) LONGS.get(BYTES, 8) == 2;
    }
}
