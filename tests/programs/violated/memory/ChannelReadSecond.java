import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Two threads read one channel: either gets its second byte.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ChannelReadSecond {
    static int next(FileChannel channel) {
        try {
            ByteBuffer buffer = ByteBuffer.allocate(1);
            channel.read(buffer);
            return buffer.get(0) & 0xff;
        } catch (java.io.IOException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path path = Path.of(ChannelReadSecond.class.getResource("ChannelReadSecond.class").getPath());
        FileChannel channel = FileChannel.open(path);
        Thread thread = new Thread(() -> next(channel));
        thread.start();
        assert next(channel) == 0xFE;
        thread.join();
    }
}
