import java.io.FileInputStream;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads read one file: either gets its first byte.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class FileShared {
    public static void main(String[] args) throws Exception {
        String path = FileShared.class.getResource("FileShared.class").getPath();
        FileInputStream file = new FileInputStream(path);
        Thread thread = new Thread(() -> {
            try {
                file.read();
            } catch (Exception e) {
                throw new Error(e);
            }
        });
        thread.start();
        assert file.read() == 0xCA;
        thread.join();
    }
}
