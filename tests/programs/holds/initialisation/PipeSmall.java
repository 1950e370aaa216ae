import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/**
 * A pipe of one byte: writer and reader wait for each other.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PipeSmall {
    static final PipedInputStream in = new PipedInputStream(1);
    static final PipedOutputStream out = new PipedOutputStream();
    static int seen;

    static {
        try {
            in.connect(out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void a() {
        try {
            out.write(1);
            out.write(2);
            out.write(3);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void b() {
        try {
            seen = in.read() + in.read() + in.read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(PipeSmall::a, "a");
        Thread b = new Thread(PipeSmall::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert seen == 6;
    }
}
