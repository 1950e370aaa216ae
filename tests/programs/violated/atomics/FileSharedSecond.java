import java.io.FileInputStream;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads read one file: either gets its second byte.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class FileSharedSecond {
    public static void main(String[] args) throws Exception {
        String path = FileSharedSecond.class.getResource("FileSharedSecond.class").getPath();
        FileInputStream file = new FileInputStream(path);
        Thread thread = new Thread(() -> {
            try {
                file.read();
            } catch (Exception e) {
                throw new Error(e);
            }
        });
        thread.start();
        assert file.read() == 0xFE;
        thread.join();
    }
}
