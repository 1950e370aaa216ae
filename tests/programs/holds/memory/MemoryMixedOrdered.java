import java.nio.ByteBuffer;

/**
 * Written as a long and a short that is not aligned, read as bytes and ints behind a join.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class MemoryMixedOrdered {
    static final ByteBuffer BUFFER = ByteBuffer.allocate(16);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> BUFFER.putLong(0, 0x0102030405060708L).putShort(9, (short) 0x1122));
        writer.start();
        writer.join();
        assert BUFFER.get(0) == 1 && BUFFER.getInt(4) == 0x05060708 && BUFFER.get(10) == 0x22;
    }
}
