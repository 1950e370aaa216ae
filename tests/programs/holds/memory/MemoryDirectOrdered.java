import java.nio.ByteBuffer;

/**
 * What is written to a direct buffer is there behind a join.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class MemoryDirectOrdered {
    static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(8);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> BUFFER.putInt(0, 1));
        writer.start();
        writer.join();
        assert BUFFER.getInt(0) == 1;
    }
}
