import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One thread writes a long, another reads its halves as ints, first the lower: it may miss the second half only where plain reads are not
 * ordered.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class MemoryLongAsInts {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final byte[] BYTES = new byte[8];

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> LONGS.set(BYTES, 0, -1L));
        writer.start();
        int low = (int) INTS.get(BYTES, 0);
        int high = (int) INTS.get(BYTES, 4);
        writer.join();
        assert low == 0 || high == -1;
    }
}
