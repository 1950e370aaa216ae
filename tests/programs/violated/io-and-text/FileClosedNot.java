import java.io.FileInputStream;
import java.io.IOException;

/**
 * A file need not be closed yet by another thread when it is read.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class FileClosedNot {
    public static void main(String[] args) throws Exception {
        String path = FileClosedNot.class.getResource("FileClosedNot.class").getPath();
        FileInputStream file = new FileInputStream(path);
        Thread thread = new Thread(() -> {
            try {
                file.close();
            } catch (IOException e) {
                throw new Error(e);
            }
        });
        thread.start();
        boolean closed = false;
        try {
            file.read();
        } catch (IOException e) {
            closed = true;
        }
        thread.join();
        assert closed;
    }
}
