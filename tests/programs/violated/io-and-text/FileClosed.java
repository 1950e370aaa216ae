import java.io.FileInputStream;
import java.io.IOException;

/**
 * A file may be closed while another thread is about to read it.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class FileClosed {
    public static void main(String[] args) throws Exception {
        String path = FileClosed.class.getResource("FileClosed.class").getPath();
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
        assert !closed;
    }
}
