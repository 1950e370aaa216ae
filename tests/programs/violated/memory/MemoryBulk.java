import java.nio.ByteBuffer;

/**
 * A bulk put to a buffer goes byte by byte.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class MemoryBulk {
    static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(4);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> BUFFER.duplicate().put(new byte[] {1, 1}));
        writer.start();
        byte first = BUFFER.get(0), second = BUFFER.get(1);
        writer.join();
        assert first == second;
    }
}
