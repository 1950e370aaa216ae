import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One thread writes bytes one by one, another reads them as an int: it may see some of them.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class MemoryMixed {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final byte[] BYTES = new byte[8];

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            BYTES[0] = 1;
            BYTES[1] = 1;
        });
        writer.start();
        int seen = (int) INTS.get(BYTES, 0);
        writer.join();
        assert seen == 0 || seen == 0x0101;
    }
}
