import java.nio.ByteBuffer;

/**
 * Data and a flag in a heap buffer, both plain: the flag may be seen before the data.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class MemoryHeapBuffer {
    static final ByteBuffer BUFFER = ByteBuffer.allocate(16);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            BUFFER.putInt(0, 42);
            BUFFER.putInt(4, 1);
        });
        writer.start();
        int flag = BUFFER.getInt(4);
        int data = BUFFER.getInt(0);
        assert flag == 0 || data == 42;
        writer.join();
    }
}
