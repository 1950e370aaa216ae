import java.nio.ByteBuffer;

/**
 * An int of a buffer that is not aligned may be seen half written.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class MemoryUnaligned {
    static final ByteBuffer BUFFER = ByteBuffer.allocate(16);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> BUFFER.putInt(1, -1));
        writer.start();
        int seen = BUFFER.getInt(1);
        writer.join();
        assert seen == 0 || seen == -1 : Integer.toHexString(seen);
    }
}
