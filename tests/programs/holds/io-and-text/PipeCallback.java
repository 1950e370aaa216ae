import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/**
 * A pipe made by a thread is used by others.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PipeCallback {
    public static void main(String[] args) throws Exception {
        Thread main = new Thread(() -> {
            try {
                PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out);
                Thread a = new Thread(() -> {
                    try {
                        out.write(1);
                        out.flush();
                        out.write(2);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
                a.start();
                assert in.read() == 1;
                assert in.read() == 2;
                a.join();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        main.start();
        main.join();
    }
}
