import java.nio.ByteBuffer;

/**
 * An aligned long of a buffer is whole on 64-bit machines.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class MemoryAligned {
    static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(16);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> BUFFER.putLong(8, -1));
        writer.start();
        long seen = BUFFER.getLong(8);
        writer.join();
        assert seen == 0 || seen == -1;
    }
}
