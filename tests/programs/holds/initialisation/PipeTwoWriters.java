import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/**
 * Two threads write to a pipe that a third reads.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PipeTwoWriters {
    static final PipedInputStream in = new PipedInputStream();
    static final PipedOutputStream out = new PipedOutputStream();

    static {
        try {
            in.connect(out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void write(int b) {
        try {
            out.write(b);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void a() {
        write(1);
    }

    static void b() {
        write(2);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(PipeTwoWriters::a, "a");
        Thread b = new Thread(PipeTwoWriters::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert in.read() + in.read() == 3;
    }
}
