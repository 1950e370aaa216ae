import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;

/**
 * Buffers that a thread has for itself, and what it copies from one to the other.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class MemoryPrivate {
    static int sum() {
        ByteBuffer buffer = ByteBuffer.allocate(16);
        IntBuffer ints = buffer.asIntBuffer();
        ints.put(new int[] {1, 2, 3});
        ByteBuffer direct = ByteBuffer.allocateDirect(16).put(buffer.duplicate());
        direct.putShort(13, (short) 0x100);
        byte[] copy = new byte[16];
        direct.flip().get(copy);
        int[] back = new int[4];
        ByteBuffer.wrap(copy).asIntBuffer().get(back);
        return Arrays.stream(back).sum() + (Arrays.equals(copy, buffer.array()) ? 0 : 100);
    }

    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[1];
        Thread other = new Thread(() -> results[0] = sum());
        other.start();
        int own = sum();
        other.join();
        assert own == 0x1_0000 + 106 && results[0] == own : own;
    }
}
