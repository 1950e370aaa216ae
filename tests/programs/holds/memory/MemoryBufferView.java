import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Views of a direct buffer: a compare-and-set succeeds once, and what comes before a release is seen behind an acquire.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class MemoryBufferView {
    static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(16).alignedSlice(8);
    static int data;

    static boolean won() {
        return INTS.compareAndSet(BUFFER, 0, 0, 1);
    }

    public static void main(String[] args) throws InterruptedException {
        boolean[] both = new boolean[1];
        Thread other = new Thread(() -> {
            both[0] = won();
            data = 42;
            INTS.setRelease(BUFFER, 4, 1);
        });
        other.start();
        boolean mine = won();
        if ((int) INTS.getAcquire(BUFFER, 4) == 1) {
            assert data == 42;
        }
        other.join();
        assert mine != both[0];
    }
}
