import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/**
 * Two readers of a pipe and one who closes it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PipeThree {
    static final PipedInputStream in = new PipedInputStream(1);
    static final PipedOutputStream out = new PipedOutputStream();

    static void read() {
        try {
            in.read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        in.connect(out);
        Thread a = new Thread(PipeThree::read, "a");
        Thread b = new Thread(PipeThree::read, "b");
        a.start();
        b.start();
        out.write(1);
        out.close();
        a.join();
        b.join();
    }
}
