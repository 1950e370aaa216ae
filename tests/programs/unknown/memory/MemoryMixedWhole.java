import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * An aligned int of a view is whole, also if somebody looks at one of its bytes. The memories of jmm do not know it.
 *
 * <p>Expected: sc holds, jmm unknown, race yes.
 */
public class MemoryMixedWhole {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final byte[] BYTES = new byte[8];

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> INTS.set(BYTES, 0, 0x01010101));
        Thread other = new Thread(() -> { byte b = BYTES[2]; assert b == 0 || b == 1; });
        writer.start();
        other.start();
        int seen = (int) INTS.get(BYTES, 0);
        writer.join();
        other.join();
        assert seen == 0 || seen == 0x01010101;
    }
}
