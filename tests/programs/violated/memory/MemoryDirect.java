import java.nio.ByteBuffer;

/**
 * A direct buffer that two threads use: the read may come first.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class MemoryDirect {
    static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(8);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> BUFFER.putInt(0, 1));
        writer.start();
        int seen = BUFFER.getInt(0);
        writer.join();
        assert seen == 1;
    }
}
