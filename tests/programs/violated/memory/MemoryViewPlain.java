import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Plain additions through a view of a byte[] may be lost.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class MemoryViewPlain {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final byte[] BYTES = new byte[16];

    static void add() {
        INTS.set(BYTES, 8, (int) INTS.get(BYTES, 8) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(MemoryViewPlain::add);
        other.start();
        add();
        other.join();
        assert (int) INTS.get(BYTES, 8) == 2;
    }
}
